import type { ColumnType } from 'kysely'

/** A time: read as a date, written as a date or as ISO 8601. */
export type Instant = ColumnType<Date, Date | string, Date | string>
/** A time that the database fills in. */
export type DefaultInstant = ColumnType<Date, Date | string | undefined, Date | string>
/** Read as it is, written as text. */
export type Json<T> = ColumnType<T, string, string>
export type DefaultJson<T> = ColumnType<T, string | undefined, string>
