"""The conversation: one document with painted bubbles and a gutter that tells memory."""
