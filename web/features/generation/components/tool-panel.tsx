import { Button, Drawer, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { useDisclosure, useId } from '@mantine/hooks'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { countChanged, resetAdvanced } from '../lib/form.ts'
import { useGenerationForm } from '../lib/form-store.ts'
import { AdvancedFields } from './advanced-fields.tsx'
import classes from './create.module.css'
import { GenerateBar, type GenerateBarProps } from './generate-bar.tsx'
import { Fold, NegativePromptField, PromptField, type FieldProblems } from './prompt-fields.tsx'
import { SizeFields } from './size-fields.tsx'
import { StyleField } from './style-field.tsx'

function CountField() {
  const { form, change } = useGenerationForm()
  const label = useId()
  return (
    <div>
      <Text size="sm" fw={700} mb={8} id={label}>
        Pictures
      </Text>
      <SegmentedControl
        fullWidth
        aria-labelledby={label}
        value={String(form.numImages)}
        onChange={(value) => change({ numImages: Number(value) })}
        data={['1', '2', '3', '4']}
      />
    </div>
  )
}

/** Settings of advanced mode count in basic mode too, so it says that there are some. */
function HiddenSettings() {
  const { form, change } = useGenerationForm()
  const count = countChanged(form)
  return (
    <Group justify="space-between" gap="xs">
      <Text size="sm" c="dimmed">
        {count} advanced {count === 1 ? 'setting' : 'settings'} changed
      </Text>
      <Button variant="subtle" size="compact-sm" onClick={() => change(resetAdvanced(form))}>
        Reset
      </Button>
    </Group>
  )
}

function Settings({ problems }: { problems: FieldProblems }) {
  const { form, change } = useGenerationForm()
  const [opened, { toggle }] = useDisclosure(true)
  return (
    <Stack gap="lg">
      <SegmentedControl
        fullWidth
        aria-label="Mode"
        value={form.mode}
        onChange={(mode) => change({ mode })}
        data={[
          { value: 'basic', label: 'Basic' },
          { value: 'advanced', label: 'Advanced' },
        ]}
      />
      {form.mode === 'advanced' && <NegativePromptField problems={problems} />}
      <StyleField />
      <SizeFields problems={problems} />
      <CountField />
      {form.mode === 'basic' && countChanged(form) > 0 && <HiddenSettings />}
      {form.mode === 'advanced' && (
        <Fold
          label="Advanced settings"
          changed={countChanged(form)}
          opened={opened}
          onToggle={toggle}
          onReset={() => change(resetAdvanced(form))}
        >
          <AdvancedFields problems={problems} />
        </Fold>
      )}
    </Stack>
  )
}

/**
 * The panel of the create page: prompt, settings, price and button. On a phone the prompt and the button are
 * a composer at the bottom of the screen and the settings come in a sheet.
 */
export function ToolPanel({
  problems,
  bar,
}: {
  problems: FieldProblems
  bar: Omit<GenerateBarProps, 'settingsButton'>
}) {
  const [sheet, { open, close }] = useDisclosure(false)
  const changed = countChanged(useGenerationForm().form)
  return (
    <form
      className={classes.panel}
      aria-label="Generation"
      onSubmit={(event) => {
        event.preventDefault()
        bar.onSubmit()
      }}
    >
      <div className={classes.panelScroll}>
        <PromptField problems={problems} onSubmit={bar.onSubmit} />
        <div className={classes.panelSettings}>
          <Settings problems={problems} />
        </div>
      </div>
      <GenerateBar
        {...bar}
        settingsButton={
          <Button
            className={classes.settingsButton}
            variant="default"
            aria-label={changed > 0 ? `Settings, ${changed} changed` : 'Settings'}
            onClick={open}
            px="sm"
          >
            <IconAdjustmentsHorizontal size={20} />
            {changed > 0 && <span className={classes.settingsDot} />}
          </Button>
        }
      />
      <Drawer
        opened={sheet}
        onClose={close}
        position="bottom"
        size="85%"
        title="Settings"
        closeButtonProps={{ 'aria-label': 'Close settings' }}
        radius="lg"
      >
        <Settings problems={problems} />
        <Group mt="xl" pb="md">
          <Button fullWidth onClick={close}>
            Done
          </Button>
        </Group>
      </Drawer>
    </form>
  )
}
