// The few C functions that Embedded Swift calls on a machine without an operating system. Nothing calls them by name.
#pragma once
