#pragma once
#define SDL_MAIN_HANDLED
#include <SDL2/SDL.h>
#include <SDL2/SDL_image.h>
#include <SDL2/SDL_ttf.h>
#include <fontconfig/fontconfig.h>

// What these headers have as macros that Swift does not see.
static inline int laurel_window_position_centered(void) { return (int)SDL_WINDOWPOS_CENTERED; }
static inline void laurel_set_pause(SDL_AudioDeviceID device, int paused) { SDL_PauseAudioDevice(device, paused); }
static inline SDL_bool laurel_is_clipped(SDL_Renderer *renderer) { return SDL_RenderIsClipEnabled(renderer); }
