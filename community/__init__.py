"""Multi-agent text communities for studying normative competence of LLM agents.

A newcomer enters a community that enforces a hidden norm. Can it find out, from behaviour and sanctions alone, which
norm that is, follow it, and ignore what is merely habit?
"""

__version__ = "0.1.0"
