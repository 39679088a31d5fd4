"""What runs in the model processes. Only these modules import llama_cpp, torch or sentence_transformers."""
