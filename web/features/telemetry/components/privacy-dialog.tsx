import { Button, Group, Stack, Switch, Text } from '@mantine/core'
import { useState } from 'react'
import { useDialogs } from '#web/lib/dialogs.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Form } from '#web/ui/form.tsx'
import { DATA_CLASSES, type DataClass, type Recipients, type useChoice } from '../lib/choice.ts'
import { useTexts } from '../texts.ts'

const WIDTH = 520

type ChoiceProps = ReturnType<typeof useChoice> & { recipients: Recipients }

/** What may be told to others, class by class; a choice holds from when it is saved. */
export function PrivacyDialog(choice: ChoiceProps) {
  const { open, close } = useDialogs()
  const t = useTexts()
  return (
    <Dialog opened={open === 'privacy'} onClose={close} title={t('dialog.title')} size={WIDTH}>
      <Choices {...choice} onDone={close} />
    </Dialog>
  )
}

function Choices({ recipients, answerTo, choose, onDone }: ChoiceProps & { onDone(): void }) {
  const t = useTexts()
  const [wanted, setWanted] = useState<Partial<Record<DataClass, boolean>>>({})
  const isOn = (asked: DataClass) => wanted[asked] ?? answerTo(asked) === true
  const asked = DATA_CLASSES.filter((each) => recipients[each] !== undefined)

  return (
    <Form
      onSubmit={() => {
        choose(Object.fromEntries(asked.map((each) => [each, isOn(each)])))
        onDone()
      }}
    >
      <Stack gap="lg">
        <Text size="sm">{t('dialog.text')}</Text>
        <div>
          <Text fw={700}>{t('dialog.necessary')}</Text>
          <Text size="sm" c="dimmed">
            {t('dialog.necessaryText')}
          </Text>
        </div>
        {asked.map((each) => (
          <Switch
            key={each}
            size="md"
            checked={isOn(each)}
            onChange={({ currentTarget: { checked } }) =>
              setWanted((before) => ({ ...before, [each]: checked }))
            }
            label={t(`dialog.${each}.name`)}
            description={t(`dialog.${each}.text`, { hosts: (recipients[each] ?? []).join(', ') })}
          />
        ))}
        <Group justify="flex-end">
          <Button type="submit">{t('dialog.save')}</Button>
        </Group>
      </Stack>
    </Form>
  )
}
