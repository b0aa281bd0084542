"""The judge: scenarios, the interface an implementation is seen through, and the verdicts that follow."""
