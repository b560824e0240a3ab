/** Ids that the stage gives to what requests name, so that hashes are the same in every run. */
const FIXED = '00000000-'

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)$/
/** Seeds of requests are smaller: a larger one was drawn at random. */
const LARGEST_SEED = 1000

/** Columns and fields that hold why something failed. */
const FAILURES = new Set(['error', 'failure'])

/** Makes what is compared of a value, with what differs from run to run taken out, and other ids numbered as they come. */
export interface Normaliser {
  answers(value: unknown): unknown
  /** Leaves out the `text` that rows and events have of a failure beside its sentence; no answer may have it. */
  stored(value: unknown): unknown
}

export function createNormaliser(origin: string): Normaliser {
  const labels = new Map<string, string>()
  const label = (id: string): string => {
    if (id.startsWith(FIXED)) return id
    const known = labels.get(id) ?? `#${labels.size + 1}`
    labels.set(id, known)
    return known
  }

  function text(value: string): string {
    if (TIME.test(value)) return '<time>'
    // Without the signature of an address, which ends at another time.
    return value
      .replaceAll(origin, '')
      .replace(/\?exp=.*/, '')
      .replace(UUID, label)
  }

  function normalise(value: unknown, isStored: boolean, name = ''): unknown {
    if (typeof value === 'string') return text(value)
    if (value instanceof Date) return '<time>'
    if (Buffer.isBuffer(value)) return value.toString('hex')
    if (Array.isArray(value)) return value.map((item) => normalise(item, isStored, name))
    if (typeof value === 'number' && /seed/.test(name) && value > LARGEST_SEED) return '<drawn>'
    if (value === null || typeof value !== 'object') return value
    // From a view of the lane that may be half a second old.
    if (name === 'queue') return '<estimate>'
    return Object.fromEntries(
      Object.entries(value)
        .filter(([, member]) => member !== undefined)
        .filter(([key]) => !(isStored && key === 'text' && FAILURES.has(name)))
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, member]) => [key, normalise(member, isStored, key)]),
    )
  }
  return {
    answers: (value) => normalise(value, false),
    stored: (value) => normalise(value, true),
  }
}
