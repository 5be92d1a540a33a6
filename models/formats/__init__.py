"""The field's own file formats, restated as instances: a format gives the YAML text of what a file says."""
