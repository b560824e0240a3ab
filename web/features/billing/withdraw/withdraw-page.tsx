import { Button, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useSession } from '#web/lib/session.ts'
import { Page } from '#web/ui/page.tsx'
import { useTexts } from './texts.ts'
import type { Way } from './use-withdrawals.ts'
import { WithdrawList } from './withdraw-list.tsx'
import { WithdrawOne } from './withdraw-one.tsx'

/** For people who are not logged in and came without the link of a receipt. */
function SignedOut() {
  const t = useTexts()
  return (
    <>
      <Title order={1} mb="md">
        {t('title')}
      </Title>
      <Text>{t('intro')}</Text>
      <Text my="md">{t('signedOut')}</Text>
      <Button
        component={Link}
        to={paths.login.link({ nextUrl: paths.withdraw.link() })}
        variant="default"
        mih={44}
      >
        {t('logIn')}
      </Button>
    </>
  )
}

/** Withdrawal from a purchase. @param way null: which one is still to be chosen */
export function WithdrawPage({ way }: { way: Way | null }) {
  const { me } = useSession()
  return (
    <Page width="text">
      {way !== null ? (
        <WithdrawOne key={'token' in way ? way.token : way.payment} way={way} />
      ) : me?.email ? (
        <WithdrawList />
      ) : (
        <SignedOut />
      )}
    </Page>
  )
}
