import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { invalidField, notFound } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import type { MediaAccess } from './media-access.ts'
import type { PictureSource } from './variant-keys.ts'

export interface ResolvedSource {
  source: PictureSource
  access: MediaAccess
  /** File on disk, for static ones. */
  file: string | null
}

/** A stored file that this caller may see. */
export interface LocatedFile {
  /** Storage key. */
  key: string
  access: MediaAccess
}

export interface SourceOptions {
  /** Folders of the app's own static files, first match wins. */
  staticFolders: readonly string[]
  /** Origins that are this app (`https://example.com`), so that absolute addresses of own pictures work. */
  ownOrigins: readonly string[]
  /** Hosts (with port, if not the usual one) whose pictures may be resized. */
  remoteHosts: readonly string[]
  /** What an address of `/media/` shows. @throws {AppError} `not_found` */
  locate(path: string, query: URLSearchParams): Promise<LocatedFile>
}

/** Any base: only path and query of the result are used. */
const BASE = 'http://app.invalid'
const MEDIA = '/media/'
const PICTURE_FILE = /^(?:\/[\w-][\w.-]*)+\.(?:png|jpe?g|webp|gif)$/i

function parseUrl(url: string): URL {
  // `//host` and `/\host` would lead to another host.
  const rooted = url.startsWith('/') && !/^\/[/\\]/.test(url)
  try {
    const parsed = new URL(url, rooted ? BASE : undefined)
    if (parsed.protocol === 'http:' || parsed.protocol === 'https:') return parsed
  } catch {
    // Answered below, like an address of another kind.
  }
  throw invalidField('url', t('common.invalidUrl'))
}

/** One of the app's own pictures, by its address; null: it is not there. */
export async function staticSource(
  path: string,
  folders: readonly string[],
): Promise<ResolvedSource | null> {
  if (!PICTURE_FILE.test(path) || path.includes('..')) return null
  for (const folder of folders) {
    const file = join(folder, path)
    const stats = await stat(file).catch(() => null)
    if (stats?.isFile()) {
      const version = `${stats.size}-${Math.round(stats.mtimeMs)}`
      return { source: { kind: 'static', path, version }, access: { kind: 'fixed' }, file }
    }
  }
  return null
}

/**
 * What the `url` of the resizing service means. Throws `AppError` `invalid` naming `url` for a host that is
 * not listed, `not_found` for what is not there or not shown to this caller.
 */
export async function resolveSource(url: string, options: SourceOptions): Promise<ResolvedSource> {
  const { origin, host, pathname, searchParams, href, username, password } = parseUrl(url)
  if (origin !== BASE && !options.ownOrigins.includes(origin)) {
    if (!options.remoteHosts.includes(host) || username !== '' || password !== '') {
      throw invalidField('url', t('media.hostNotResized'))
    }
    return { source: { kind: 'remote', url: href }, access: { kind: 'fixed' }, file: null }
  }
  if (pathname.startsWith(MEDIA)) {
    const { key, access } = await options.locate(pathname.slice(MEDIA.length), searchParams)
    return { source: { kind: 'media', key }, access, file: null }
  }
  const found = await staticSource(pathname, options.staticFolders)
  if (!found) throw notFound()
  return found
}
