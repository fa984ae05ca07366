from hypothesis import settings

settings.register_profile("community", deadline=None, derandomize=True)
settings.load_profile("community")
