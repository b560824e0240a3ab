import { Button, Group, Switch, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import type { AdminStudio } from '#contract/admin-studios.ts'
import { isBlank } from '#contract/is-blank.ts'
import { resizedImageUrl } from '#contract/values/resized-image.ts'
import { fieldErrorsOf, messageOf } from '#web/lib/errors.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form.tsx'
import { Problem } from '#web/ui/problem.tsx'
import { useChangeStudio } from '../api/use-shop.ts'
import classes from './shop.module.css'

/** How a studio stands in the list that everybody sees. */
function Preview({ name, listed, photos }: Pick<AdminStudio, 'name' | 'listed' | 'photos'>) {
  if (!listed) return <Text c="dimmed">The list of public studios does not have it.</Text>
  return (
    <div className={classes.card}>
      <Title order={3} fz="md">
        {name}
      </Title>
      <div className={classes.photos}>
        {photos.map((url) => (
          <img
            key={url}
            src={resizedImageUrl({ url, width: 320, type: 'webp' })}
            alt=""
            width={100}
            height={100}
          />
        ))}
      </div>
    </div>
  )
}

function StudioForm({ studio, onDone }: { studio: AdminStudio; onDone(): void }) {
  const [name, setName] = useState(studio.name)
  const [listed, setListed] = useState(studio.listed)
  const change = useChangeStudio()
  const errors = fieldErrorsOf(change.error)
  const isEmpty = isBlank(name)
  return (
    <Form
      onSubmit={() => {
        if (isEmpty || change.isPending) return
        const instead = { name: studio.name, listed: studio.listed }
        change.mutate(
          { id: studio.id, name: name.trim(), listed, instead_of: instead },
          { onSuccess: onDone },
        )
      }}
    >
      <TextInput
        label="Name"
        value={name}
        maxLength={80}
        required
        mb="sm"
        data-autofocus
        error={isEmpty ? 'Please write something here.' : errors['name']}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Switch
        label="In the list of public studios"
        description="People who already use its model can go on."
        checked={listed}
        mb="md"
        onChange={({ currentTarget }) => setListed(currentTarget.checked)}
      />
      <section aria-label="Preview">
        <Text size="sm" c="dimmed" mb={4}>
          Preview
        </Text>
        <Preview name={name} listed={listed} photos={studio.photos} />
      </section>
      <Group mt="md">
        <Button type="submit" loading={change.isPending}>
          Save
        </Button>
        <Button variant="default" onClick={onDone}>
          Keep as it is
        </Button>
      </Group>
      <Problem mt="xs">
        {change.error !== null && Object.keys(errors).length === 0 && messageOf(change.error)}
      </Problem>
    </Form>
  )
}

/** Changes how a public studio is shown. */
export function StudioDialog({ studio, onDone }: { studio: AdminStudio; onDone(): void }) {
  return (
    <Dialog lang="en" opened onClose={onDone} title="Change a public studio" size={520}>
      <StudioForm studio={studio} onDone={onDone} />
    </Dialog>
  )
}
