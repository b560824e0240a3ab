import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { AdminAnnouncement } from '#contract/admin-announcements.ts'
import type { AdminMail, MailWording, Wordings, WrittenMail } from '#contract/admin-mails.ts'
import { api, call, type Sent } from '#web/lib/api.ts'
import { adminKeys } from '#web/lib/admin-keys.ts'
import { useRequestKey } from '#web/lib/use-request-key.ts'
import { useAct, useAdminList, withCursor } from './use-admin.ts'

export const useWrittenMails = () =>
  useQuery({
    queryKey: adminKeys.mails,
    queryFn: ({ signal }) => call(api.adminMails.list, {}, { signal }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  })

/** The mail as it was looked at: after another change of it nothing is written. */
type MailStep = Pick<AdminMail, 'kind' | 'changed_at'>

export const useChangeMail = () =>
  useAct(
    ({ kind, ...body }: MailStep & { wordings: Wordings | null }) =>
      call(api.adminMails.change, { params: { kind }, body }),
    { ownErrors: true },
  )

export const useUndoMail = () =>
  useAct(({ kind, ...body }: MailStep) => call(api.adminMails.undo, { params: { kind }, body }), {
    ownErrors: true,
  })

/** A mail as it would be sent; nothing is shown while a part of it is empty. */
export const useMailPreview = ({
  kind,
  ...body
}: {
  kind: WrittenMail
  wording: MailWording
  brand: string
  language: 'en' | 'es'
}) =>
  useQuery({
    queryKey: adminKeys.mailPreview({ kind, ...body }),
    queryFn: ({ signal }) => call(api.adminMails.preview, { params: { kind }, body }, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
    meta: { showsOwnErrors: true },
  })

export const useWrittenAnnouncements = () =>
  useAdminList<AdminAnnouncement>(adminKeys.announcements, (cursor, signal) =>
    call(api.adminAnnouncements.list, { query: withCursor(cursor) }, { signal }),
  )

type Written = Sent<typeof api.adminAnnouncements.create>['body']

/** Announces something, or writes `news` again as it was looked at. */
export function useAnnounce() {
  const keys = useRequestKey()
  return useAct(
    async ({ news, body }: { news: AdminAnnouncement | null; body: Written }) => {
      if (news !== null) {
        const { id, changed_at } = news
        return call(api.adminAnnouncements.change, {
          params: { id },
          body: { ...body, changed_at },
        })
      }
      const sent = { ...body, key: keys.of(body) }
      const made = await call(api.adminAnnouncements.create, { body: sent })
      keys.sent()
      return made
    },
    { ownErrors: true },
  )
}

export const useUndoAnnouncement = () =>
  useAct(({ id, changed_at }: AdminAnnouncement) =>
    call(api.adminAnnouncements.undo, { params: { id }, body: { changed_at } }),
  )

export const useEndAnnouncement = () =>
  useAct((id: string) => call(api.adminAnnouncements.end, { params: { id }, body: {} }))
