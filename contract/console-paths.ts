import { fixed } from './paths.ts'

/** Pages of the console that nothing outside of it leads to: apart, so that customers' pages do not carry them. */
export const consolePaths = {
  disputes: fixed('/admin/disputes'),
  clusters: fixed('/admin/clusters'),
  packs: fixed('/admin/packs'),
  studios: fixed('/admin/studios'),
  mails: fixed('/admin/mails'),
  announcements: fixed('/admin/announcements'),
} as const
