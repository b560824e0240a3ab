/** `total`: seconds that a video may come to by being extended. */
export const VIDEO_LIMITS = {
  prompts: { min: 2, max: 4 },
  duration: { min: 1, max: 60 },
  total: 60,
} as const
