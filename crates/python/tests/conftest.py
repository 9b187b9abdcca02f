"""What holds for all tests."""

from __future__ import annotations

import signal

# Whoever starts the tests in the background may have them ignore Ctrl-C, and every process that they start would do so too.
signal.signal(signal.SIGINT, signal.default_int_handler)
