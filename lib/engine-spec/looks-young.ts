import type { FoundFace } from './tool.ts'

/** Faces that look younger are asked about. The estimate is off by years: it is a reason to ask, and none to refuse. */
const YOUNG_YEARS = 16

/** Whether a face looks so young that it may be a child's; false where its age is not known. */
export const looksYoung = ({ age }: Pick<FoundFace, 'age'>): boolean =>
  age !== undefined && age < YOUNG_YEARS
