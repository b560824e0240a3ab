export const PRESET_LIMITS = {
  /** Most presets of one person. */
  presets: 200,
  name: 80,
  loras: 20,
} as const
