export const BATCH_LIMITS = { jobs: 50 } as const
