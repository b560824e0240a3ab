import { Badge, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { AccountLimit } from '#contract/account-limits.ts'
import type { AdminUser } from '#contract/admin.ts'
import type { Ban } from '#contract/admin-people.ts'
import type { AcceptedText } from '#contract/legal-texts.ts'
import { formatCents, formatDay, formatNumber, formatTime } from '#web/lib/format.ts'
import { planAndPeriod } from '#web/lib/plan-text.ts'
import { TableState } from '#web/ui/data-table.tsx'
import { usePerson, useRecord } from '../api/use-person.ts'
import { AdminFrame } from './admin-frame.tsx'
import { OwnLimits } from './own-limits.tsx'
import { PersonActions } from './person-actions.tsx'
import { ResetSecondFactorDialog } from './reset-second-factor-dialog.tsx'
import { RecordSections } from './person-record.tsx'
import classes from './person.module.css'

/** One person: what they have, what they did, and what can be done. */
export function PersonPage({ id }: { id: string }) {
  const person = usePerson(id)
  const record = useRecord(id)
  return (
    <AdminFrame title={person.data?.email ?? 'Person'}>
      {person.data ? (
        <>
          <Badges user={person.data} />
          <Facts user={person.data} />
          <PersonActions user={person.data} size="sm" />
          {person.data.second_factor && <SecondFactorOf user={person.data} />}
          {!person.data.deleted && !person.data.is_staff && !person.data.is_admin && (
            <OwnLimits person={person.data} />
          )}
          <Bans bans={person.data.bans} />
          <Limits limits={person.data.limits} />
          <LegalTexts accepted={person.data.legal_texts} />
          {record.data ? (
            <RecordSections id={id} record={record.data} />
          ) : (
            <TableState isError={record.isError} onRetry={() => void record.refetch()} />
          )}
        </>
      ) : (
        <TableState isError={person.isError} onRetry={() => void person.refetch()} />
      )}
    </AdminFrame>
  )
}

/** Says that a login takes a code, with the way out for who has lost it. */
function SecondFactorOf({ user }: { user: AdminUser }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Group gap="xs">
      <Text>Logs in with a second factor.</Text>
      <Button variant="default" onClick={() => setOpen(true)}>
        Reset the two-factor login
      </Button>
      {isOpen && <ResetSecondFactorDialog user={user} onClose={() => setOpen(false)} />}
    </Group>
  )
}

function Badges({ user }: { user: AdminUser }) {
  const isMarked =
    user.is_admin ||
    user.is_staff ||
    user.banned ||
    user.limited ||
    user.deleted ||
    !user.email_verified
  if (!isMarked) return null
  return (
    <Group gap="xs">
      {user.is_admin && <Badge variant="light">Admin</Badge>}
      {user.is_staff && <Badge variant="default">Staff</Badge>}
      {user.banned && <Badge color="red">Banned</Badge>}
      {user.limited && <Badge variant="default">Limited</Badge>}
      {user.deleted && <Badge variant="default">Deleted</Badge>}
      {!user.email_verified && !user.deleted && <Badge variant="default">Not verified</Badge>}
    </Group>
  )
}

function Facts({ user }: { user: AdminUser }) {
  const { plan, credits, credits_held: held } = user
  const facts: [name: string, value: string][] = [
    ['Name', `${user.first_name} ${user.last_name}`.trim()],
    ['Id', user.id],
    ['Since', formatDay(user.created_at)],
    ['Plan', planAndPeriod(plan.name, plan.period)],
    ['Renews', plan.renews_at === null ? 'Does not renew' : formatDay(plan.renews_at)],
    [
      'Credits',
      held === 0
        ? formatNumber(credits)
        : `${formatNumber(credits)} + ${formatNumber(held)} reserved`,
    ],
    ['Paid', formatCents(user.paid)],
    ['Images', formatNumber(user.pictures)],
  ]
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const LEGAL_NAMES: Record<AcceptedText['kind'], string> = {
  terms: 'Terms of service',
  privacy: 'Privacy policy',
}

function LegalTexts({ accepted }: { accepted: readonly AcceptedText[] }) {
  if (accepted.length === 0) return null
  return (
    <ul className={classes.lines} aria-label="Legal texts that were accepted">
      {accepted.map(({ kind, brand, version, accepted_at: at }) => (
        <li key={`${kind} ${brand} ${version}`}>
          Accepted the {LEGAL_NAMES[kind].toLowerCase()} of {brand}, version {version}
          <Text size="xs" c="dimmed">
            {formatTime(at)}
          </Text>
        </li>
      ))}
    </ul>
  )
}

function Bans({ bans }: { bans: readonly Ban[] }) {
  if (bans.length === 0) return null
  return (
    <ul className={classes.lines} aria-label="Bans">
      {bans.map(({ reason, banned_at: at, until, lifted_at: lifted }) => (
        <li key={at}>
          Banned {formatTime(at)}: {reason}
          <Text size="xs" c="dimmed">
            {lifted !== null && `Lifted ${formatTime(lifted)}`}
            {lifted === null &&
              (until === null ? 'Until it is lifted' : `Until ${formatTime(until)}`)}
          </Text>
        </li>
      ))}
    </ul>
  )
}

function Limits({ limits }: { limits: readonly AccountLimit[] }) {
  if (limits.length === 0) return null
  return (
    <ul className={classes.lines} aria-label="Limits">
      {limits.map(({ reason, limited_at: at, lifted_at: lifted }) => (
        <li key={at}>
          Limited {formatTime(at)}: {reason}
          <Text size="xs" c="dimmed">
            {lifted === null ? 'Until it is lifted' : `Lifted ${formatTime(lifted)}`}
          </Text>
        </li>
      ))}
    </ul>
  )
}
