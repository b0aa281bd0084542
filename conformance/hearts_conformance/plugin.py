"""The pytest plugin: ``pytest --heartspec TARGET`` judges an implementation, a case a test item."""
