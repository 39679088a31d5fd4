"""The memory panel: what the model is sent, what was left out and why, what was recalled, what is believed."""
