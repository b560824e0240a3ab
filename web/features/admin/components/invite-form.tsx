import { Button, CopyButton, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { INVITATION_DAYS } from '#contract/values/invitations.ts'
import { fieldErrorsOf, messageOf } from '#web/lib/errors.ts'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { Form } from '#web/ui/form.tsx'
import { Problem } from '#web/ui/problem.tsx'
import { useInvite } from '../api/use-invitations.ts'

const DAYS = [1, INVITATION_DAYS.usual, 30, INVITATION_DAYS.most]

/** The link of a new invitation, which is shown this once. */
function NewLink({ link }: { link: string }) {
  return (
    <Group align="end" wrap="wrap" role="status">
      <TextInput
        label="The link"
        description="Copy it now and send it to the person: it is not shown again."
        value={link}
        readOnly
        flex={1}
        miw={240}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <CopyButton value={link}>
        {({ copied, copy }) => (
          <Button variant="default" onClick={copy}>
            {copied ? 'Copied' : 'Copy'}
          </Button>
        )}
      </CopyButton>
    </Group>
  )
}

/** Makes invitations, one after the other. */
export function InviteForm() {
  const invite = useInvite()
  const [email, setEmail] = useState('')
  const [days, setDays] = useState(String(INVITATION_DAYS.usual))
  const errors = fieldErrorsOf(invite.error)
  const address = email.trim()
  return (
    <Stack>
      <Form
        onSubmit={() =>
          invite.mutate(
            { email: address === '' ? null : address, days: Number(days) },
            { onSuccess: () => setEmail('') },
          )
        }
      >
        <Group align="end" wrap="wrap">
          <TextInput
            label="Email"
            description="Optional: the link then opens an account for this address only."
            type="email"
            value={email}
            error={errors['email']}
            onChange={({ currentTarget }) => setEmail(currentTarget.value)}
            maxLength={254}
            flex={1}
            miw={240}
          />
          <NativeSelect
            label="Works for"
            value={days}
            data={DAYS.map((count) => ({
              value: String(count),
              label: count === 1 ? '1 day' : `${count} days`,
            }))}
            onChange={({ currentTarget }) => setDays(currentTarget.value)}
          />
          <Button type="submit" loading={invite.isPending}>
            Make a link
          </Button>
        </Group>
        <Problem mt="xs" size="md">
          {invite.error !== null && !('email' in errors) && messageOf(invite.error)}
        </Problem>
      </Form>
      {invite.data && <NewLink link={invite.data.link} />}
    </Stack>
  )
}
