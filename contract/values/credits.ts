export const ENTRY_KINDS = [
  'grant',
  'hold',
  'capture',
  'release',
  'refund',
  'expire',
  'revoke',
  'adjust',
] as const
