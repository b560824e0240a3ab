import { adminKeys } from '#web/lib/admin-keys.ts'
import { api } from '#web/lib/api.ts'
import { useAdminQuery } from './use-admin.ts'

/** Whom a person invited, and by whom they were invited. */
export const useReferralsOf = (id: string) =>
  useAdminQuery(adminKeys.referralsOf(id), api.referrals.ofPerson, { params: { id } })
