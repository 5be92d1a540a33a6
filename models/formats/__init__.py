"""The field's own file formats: text in, an instance or a sheet out, and back."""
