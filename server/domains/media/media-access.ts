import { notFound } from '#server/platform/errors.ts'
import { isStorageKey } from '#server/platform/storage/index.ts'
import { remainingValidity, type MediaSignature, type Scope } from './media-urls.ts'

/**
 * Why a file may be shown: `signed` for the milliseconds that the address stays valid, `public` until its
 * owner takes it back, `fixed` because it is not a person's (the app's own files, listed hosts).
 */
export type MediaAccess =
  | { kind: 'signed'; remainingMs: number }
  | { kind: 'public' }
  | { kind: 'fixed' }

/**
 * Who may see a stored file now: its owner, who has its signed address; its owner in the trash; everybody, as it is no person's of
 * this site; or nobody since it was deleted. What people publish has other addresses.
 */
export type Visibility = 'private' | 'trashed' | 'public' | 'gone'

/** An address that was signed for something else shows nothing, even before its time is over. */
const SCOPES: Record<Exclude<Visibility, 'public'>, readonly Scope[]> = {
  private: ['media'],
  trashed: ['trash'],
  gone: [],
}

export interface AccessOptions {
  secret: Buffer
  visibilityOf(storageKey: string): Promise<Visibility>
}

/**
 * Decides whether a file is shown. Everything that is not answers the same: `AppError` `not_found`. Asked at every
 * request, whoever signed the address: what is deleted on one node is gone on all of them at once.
 */
export async function mediaAccess(
  { secret, visibilityOf }: AccessOptions,
  key: string,
  signature: MediaSignature,
): Promise<MediaAccess> {
  if (!isStorageKey(key)) throw notFound()
  const visibility = await visibilityOf(key)
  if (visibility === 'public') return { kind: 'public' }
  const scopes = SCOPES[visibility]
  const remainingMs = remainingValidity(secret, { key, scopes }, signature, Date.now())
  if (remainingMs === null) throw notFound()
  return { kind: 'signed', remainingMs }
}

const PUBLIC_SECONDS = 300
const FIXED_SECONDS = 24 * 3600

/** `Cache-Control` for a shown file. A public one is asked for again soon: its owner may take it back. */
export function cacheControl(access: MediaAccess): string {
  if (access.kind === 'signed') {
    return `private, max-age=${Math.floor(access.remainingMs / 1000)}, immutable`
  }
  return `public, max-age=${access.kind === 'public' ? PUBLIC_SECONDS : FIXED_SECONDS}`
}
