"""All kinds of lies, by name."""

from . import forging, lies_about_facts, lies_in_form
from .kinds import KINDS

__all__ = ["KINDS", "forging", "lies_about_facts", "lies_in_form"]
