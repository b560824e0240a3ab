export type * from './schema.ts'
export { type Announcements, createAnnouncements } from './create-announcements.ts'
