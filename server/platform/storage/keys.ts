const SEGMENT = '[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?'
const KEY = new RegExp(`^${SEGMENT}(?:/${SEGMENT})*$`)
const PREFIX = new RegExp(`^(?:${SEGMENT}/)+$`)
const LONGEST = 500

/** True for a key that may reach a store: no empty, hidden or climbing segment, nothing to escape in a URL. */
export function isStorageKey(key: string): boolean {
  return key.length <= LONGEST && KEY.test(key)
}

/** Guards a store against keys that were not made by the program. */
export function assertKey(key: string): void {
  if (!isStorageKey(key)) throw new TypeError(`Not a storage key: ${JSON.stringify(key)}`)
}

/** Guards against emptying more than one folder: a prefix is whole segments and ends with a slash. */
export function assertPrefix(prefix: string): void {
  if (prefix.length > LONGEST || !PREFIX.test(prefix)) {
    throw new TypeError(`Not a storage prefix: ${JSON.stringify(prefix)}`)
  }
}

const CONTENT_TYPES: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  mp4: 'video/mp4',
  json: 'application/json',
  txt: 'text/plain; charset=utf-8',
  zip: 'application/zip',
}

/** Content type of a key; the same in every store, so it never depends on what an upload claimed. */
export function contentTypeOf(key: string): string {
  const extension = key.slice(key.lastIndexOf('.') + 1)
  return CONTENT_TYPES[extension] ?? 'application/octet-stream'
}
