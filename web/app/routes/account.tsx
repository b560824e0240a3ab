import { Skeleton } from '@mantine/core'
import { AccountPage } from '#web/features/accounts/index.ts'
import { useSession } from '#web/lib/session.ts'
import { Deferred } from '#web/ui/deferred.tsx'
import { Page } from '#web/ui/page.tsx'
import english from '#web/messages/en/pages/account.json'
import { gateOfMe } from '../gates.ts'
import { metaOfPage } from '../meta-of.ts'

const loadMails = () =>
  import('#web/features/billing/components/mail-choice.tsx').then(({ MailChoice }) => MailChoice)

const loadInvite = () =>
  import('#web/features/referrals/invite-section.tsx').then(({ InviteSection }) => InviteSection)

export const meta = metaOfPage(english, { noindex: true })
export const loader = gateOfMe()

export default function Account() {
  const { me } = useSession()
  return (
    <Page width="text">
      {me && (
        <AccountPage
          invite={<Deferred load={loadInvite} props={{}} fallback={<Skeleton h={240} />} />}
          mails={
            // Links of mails lead here, before what it holds is there.
            <div id="mails">
              <Deferred load={loadMails} props={{}} fallback={<Skeleton h={110} />} />
            </div>
          }
        />
      )}
    </Page>
  )
}
