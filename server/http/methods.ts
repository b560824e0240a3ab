/** The methods that anything here may answer; every other one is a 405. */
export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Whether a method only reads. */
export const isSafeMethod = (method: string): boolean => SAFE_METHODS.has(method)
