import { Button, Text } from '@mantine/core'
import type { Passkey } from '#contract/passkeys.ts'
import { formatDay } from '#web/lib/format.ts'
import classes from '../sessions.module.css'
import { useTexts } from '../texts.ts'

/** The passkeys of a person, each with a way to remove it. */
export function PasskeyList({
  passkeys,
  onRemove,
}: {
  passkeys: readonly Passkey[]
  onRemove(passkey: Passkey): void
}) {
  const t = useTexts()
  return (
    <ul className={classes.sessions}>
      {passkeys.map((passkey) => {
        const { id, name, host, created_at: added, last_used_at: used } = passkey
        return (
          <li key={id} className={classes.session}>
            <div>
              <Text fw={700}>{name}</Text>
              <Text c="dimmed" size="xs">
                {used === null
                  ? t('passkeys.addedNeverUsed', { host, added: formatDay(added) })
                  : t('passkeys.addedAndUsed', {
                      host,
                      added: formatDay(added),
                      used: formatDay(used),
                    })}
              </Text>
            </div>
            <Button
              variant="default"
              mih={44}
              onClick={() => onRemove(passkey)}
              aria-label={t('passkeys.removeNamed', { name })}
            >
              {t('passkeys.remove')}
            </Button>
          </li>
        )
      })}
    </ul>
  )
}
