"""What an accountant says beside the exact truth: audits, and the events of dp-accounting."""
