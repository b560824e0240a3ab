import { Button, Group, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { formatTime } from '#web/lib/format.ts'
import { useRemoveOwnLimits } from '../api/use-limits.ts'
import { ownLimitTexts } from './own-limit-fields.ts'
import { type LimitsOfPerson, OwnLimitsDialog } from './own-limits-dialog.tsx'
import classes from './person.module.css'

/** The limits of a person that are not those of the plan, with the way back. */
export function OwnLimits({ person }: { person: LimitsOfPerson }) {
  const [isOpen, setOpen] = useState(false)
  const remove = useRemoveOwnLimits()
  const { id, email, own_limits: own, usual_limits: usual } = person
  const dialog = isOpen && <OwnLimitsDialog person={person} onClose={() => setOpen(false)} />
  if (own === null)
    return (
      <Group gap="xs">
        <Text>Has the limits of the plan.</Text>
        <Button variant="default" onClick={() => setOpen(true)}>
          Set other limits
        </Button>
        {dialog}
      </Group>
    )
  const { changed_at: at, reason } = own
  return (
    <section aria-labelledby="own-limits" className={classes.section}>
      <Title order={2} fz="lg" id="own-limits">
        Limits of their own
      </Title>
      <ul className={classes.lines}>
        {ownLimitTexts(own, usual).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <Text size="sm" c="dimmed">
        Set {formatTime(at)}: {reason}
      </Text>
      <Group gap="xs">
        <Button variant="default" onClick={() => setOpen(true)}>
          Change these limits
        </Button>
        <Button
          variant="default"
          loading={remove.isPending}
          onClick={() =>
            remove.mutate(id, {
              onSuccess: () =>
                notifications.show({ message: `${email} has the limits of the plan again.` }),
            })
          }
        >
          Back to the limits of the plan
        </Button>
        {dialog}
      </Group>
    </section>
  )
}
