export const PACK_SUBJECTS = ['person', 'pet', 'object', 'none'] as const
