import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { countChanged } from '../lib/form.ts'
import { useGenerationForm } from '../lib/form-store.ts'
import { SourceParts } from '../lib/source-parts.ts'
import { Deferred } from '#web/ui/deferred.tsx'
import { use, useState } from 'react'
import classes from './create.module.css'
import { GenerateBar, type GenerateBarProps } from './generate-bar.tsx'
import type { FieldProblems } from '../lib/use-order.ts'
import { PromptField } from './prompt-fields.tsx'
import { PanelFrame } from './panel-frame.tsx'
import { Settings } from './settings.tsx'
import { ToolSwitch } from './tool-switch.tsx'

const loadSheet = () => import('./settings-sheet.tsx').then(({ SettingsSheet }) => SettingsSheet)

/**
 * The panel of the create page: prompt, settings, price and button. On a phone the prompt and the button are
 * a composer at the bottom of the screen and the settings come in a sheet.
 */
export function ToolPanel({
  problems,
  bar,
  onSubmit,
}: {
  problems: FieldProblems
  onSubmit: () => void
  bar: Omit<GenerateBarProps, 'settingsButton'>
}) {
  const [sheet, { open, close }] = useDisclosure(false)
  const [wasOpened, setWasOpened] = useState(false)
  const source = use(SourceParts)
  const changed = countChanged(useGenerationForm().form)
  return (
    <PanelFrame
      label="Generation"
      className={classes.scroll}
      onSubmit={onSubmit}
      bar={
        <GenerateBar
          {...bar}
          settingsButton={
            <Button
              className={classes.settingsButton}
              variant="default"
              aria-label={changed > 0 ? `Settings, ${changed} changed` : 'Settings'}
              onClick={() => {
                setWasOpened(true)
                open()
              }}
              px="sm"
            >
              <IconAdjustmentsHorizontal size={20} />
              {changed > 0 && <span className={classes.settingsDot} />}
            </Button>
          }
        />
      }
    >
      <ToolSwitch className={classes.panelSwitch} />
      {source !== null && <source.Field problems={problems} signedIn={bar.balance !== null} />}
      <PromptField problems={problems} onSubmit={onSubmit} />
      <div className={classes.panelSettings}>
        <Settings problems={problems} />
      </div>
      {wasOpened && (
        <Deferred load={loadSheet} props={{ opened: sheet, onClose: close, problems }} />
      )}
    </PanelFrame>
  )
}
