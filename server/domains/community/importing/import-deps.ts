import type { Fingerprint } from '#server/domains/media/index.ts'
import type { Db } from '#server/platform/db/index.ts'
import type { AuditPublication } from '../publication.ts'

/** A picture of another site as explore shows it. */
export interface ImportedPicture {
  /** Of the copy here, or of the file there. */
  url: string
  width: number
  height: number
}

/** With what it is known again by; null: its file could not be had, and its address alone is kept. */
export interface TakenPicture extends ImportedPicture {
  fingerprint: Fingerprint | null
}

/** How pictures of another site come into explore: as a copy here, or as a link. */
export interface ImportPictures {
  /** Null where it cannot be had: it is not there, or is no image. @param size as the site says it */
  take(url: string, size: { width: number; height: number } | null): Promise<TakenPicture | null>
}

export interface ImportDeps {
  db: Db
  audit: AuditPublication
  pictures: ImportPictures
}

/** What became of an item: taken over, here already, without anything to show, or refused. */
export type Outcome = 'imported' | 'known' | 'empty' | 'unreadable' | 'person' | 'minor' | 'blocked'
