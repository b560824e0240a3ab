import { Button, Text } from '@mantine/core'
import { useDialogs } from '#web/lib/dialogs.ts'
import { formatCredits } from '#web/lib/format.ts'
import { useSession } from '#web/lib/session.ts'
import classes from './banners.module.css'

/** For people on the free plan, and for everybody on a narrow screen; not before their email is verified. */
export function CreditsBanner() {
  const { me, isLoggedIn, isPaid } = useSession()
  const { show } = useDialogs()
  if (!me || !isLoggedIn || !me.email_verified) return null
  return (
    <section className={classes.credits} data-paid={isPaid || undefined} aria-label="Your credits">
      <Text fw={700} className="tabular">
        {formatCredits(me.credits)}
      </Text>
      {isPaid ? (
        <Button size="compact-sm" variant="light" onClick={() => show('credits')}>
          Buy Credits
        </Button>
      ) : (
        <>
          <Text className={classes.unlock}>Unlock all features and get more credits!</Text>
          <Button size="compact-sm" variant="light" onClick={() => show('upgrade')}>
            Upgrade To Get More Credits
          </Button>
        </>
      )}
    </section>
  )
}
