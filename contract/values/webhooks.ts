/** Events that programs may hear of. A job that makes a video ends with both of its events. */
export const WEBHOOK_EVENTS = ['job.ended', 'run.ended', 'training.ended', 'video.ended'] as const

export const WEBHOOK_LIMITS = {
  /** Most endpoints of one person. */
  endpoints: 10,
  url: 2000,
  /** Messages of an endpoint that are listed, the latest. */
  deliveries: 100,
  /** Hours that an old secret signs beside a new one. */
  oldSecretHours: 24,
  /** Days that messages are kept. */
  keptDays: 30,
} as const
