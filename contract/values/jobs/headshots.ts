/** How much of the person is seen. */
export const FRAMINGS = ['close', 'shoulders'] as const
