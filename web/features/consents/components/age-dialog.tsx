import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { StatedPerson } from '#contract/age-statements.ts'
import { STATED_PEOPLE } from '#contract/values/age-statements.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { useTexts } from '../texts.ts'
import { useAgeStatement } from '#web/lib/use-age-statement.ts'
import { Form } from '#web/ui/form.tsx'

const WIDTH = 520

/** Asks who somebody is whose face looks young. */
export function AgeDialog({
  about,
  onAnswer,
}: {
  about: readonly string[]
  onAnswer: (isGiven: boolean) => void
}) {
  const t = useTexts()
  const [person, setPerson] = useState<StatedPerson | null>(null)
  const state = useAgeStatement(about, () => onAnswer(true))
  return (
    <Dialog opened onClose={() => onAnswer(false)} title={t('age.title')} size={WIDTH}>
      <Form
        onSubmit={() => {
          if (person) state.mutate(person)
        }}
      >
        <Stack gap="md">
          <Text size="sm" id="age-intro">
            {t('age.intro')}
          </Text>
          <Radio.Group
            aria-label={t('age.title')}
            aria-describedby="age-intro"
            value={person ?? ''}
            onChange={(value) => setPerson(value as StatedPerson)}
          >
            <Stack gap="sm">
              {STATED_PEOPLE.map((one) => (
                <Radio key={one} value={one} label={t(`age.${one}`)} required />
              ))}
            </Stack>
          </Radio.Group>
          <Text size="sm" c="dimmed">
            {t('age.neither')}
          </Text>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" mih={44} onClick={() => onAnswer(false)}>
              {t('age.cancel')}
            </Button>
            <Button type="submit" mih={44} disabled={person === null} loading={state.isPending}>
              {t('age.confirm')}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Dialog>
  )
}
