import { Button } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import type { Quote } from '#contract/quotes.ts'
import { countChanged } from '#web/features/generate/lib/form.ts'
import { useAbilities } from '#web/features/generate/api/use-generation-servers.ts'
import { useGenerationForm } from '#web/features/generate/lib/form-store.ts'
import { SourceParts } from '../panel/source-parts.ts'
import { Deferred } from '#web/ui/deferred.tsx'
import { use, useState } from 'react'
import type { Price } from '#web/features/generate/api/use-quote.ts'
import { findUnseen, type FormPart } from '#web/features/generate/panel/problem-places.ts'
import { usePhotoLimit } from '../panel/use-photo-limit.ts'
import { useTool } from '#web/features/generate/lib/tool.ts'
import { useTexts } from '../texts.ts'
import classes from './create.module.css'
import { GenerateBar, type GenerateBarProps } from '#web/features/generate/panel/generate-bar.tsx'
import type { FieldProblems } from '#web/features/generate/lib/order.ts'
import { PromptField } from './prompt-field.tsx'
import { PanelFrame } from '#web/features/generate/panel/panel-frame.tsx'
import { Settings } from './settings.tsx'
import { ToolSwitch } from './tool-switch.tsx'

const loadSheet = () => import('./settings-sheet.tsx').then(({ SettingsSheet }) => SettingsSheet)

const NONE: Quote['same_styles'] = []

/** Settings are in a sheet, as in the style sheets of the panel. */
const NARROW = '(max-width: 61.99em)'

/**
 * The panel of the create page: prompt, settings, price and button. On a phone the prompt and the button are
 * a composer at the bottom of the screen and the settings come in a sheet.
 */
export function ToolPanel({
  problems,
  price,
  bar,
  onSubmit,
}: {
  problems: FieldProblems
  price: Pick<Price, 'quote' | 'refusal'>
  onSubmit: () => void
  bar: Omit<GenerateBarProps, 'settingsButton'>
}) {
  const t = useTexts()
  const [sheet, { open, close }] = useDisclosure(false)
  const [wasOpened, setWasOpened] = useState(false)
  const source = use(SourceParts)
  const tool = useTool()
  const limit = usePhotoLimit()
  const sameStyles = price.quote?.same_styles ?? NONE
  const { form, change } = useGenerationForm()
  const changed = countChanged(form, useAbilities(form.model).defaults)
  const inSheet = useMediaQuery(NARROW)
  const seen = new Set<FormPart>()
  if (!inSheet || sheet) {
    seen.add('settings')
    if (form.mode === 'advanced') seen.add('advanced')
  }
  const problem = findUnseen(problems, tool, seen)
  const openSheet = () => {
    setWasOpened(true)
    open()
  }
  return (
    <PanelFrame
      label={t('generationPanel.label')}
      className={classes.scroll}
      onSubmit={onSubmit}
      bar={
        <GenerateBar
          {...bar}
          isQuiet={bar.isQuiet === true || limit.photo !== null}
          problem={problem}
          onShowProblem={() => {
            if (problem?.place === 'advanced') change({ mode: 'advanced' })
            if (inSheet) openSheet()
          }}
          settingsButton={
            <Button
              className={classes.settingsButton}
              variant="default"
              aria-label={
                changed > 0 ? t('settings.changed', { count: changed }) : t('settings.title')
              }
              onClick={openSheet}
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
      {limit.isLimited && source !== null && <source.Advice photo={limit.photo} />}
      <PromptField problems={problems} price={price} />
      <div className={classes.panelSettings}>
        <Settings problems={problems} sameStyles={sameStyles} />
      </div>
      {wasOpened && (
        <Deferred
          load={loadSheet}
          props={{ opened: sheet, onClose: close, problems, sameStyles }}
        />
      )}
    </PanelFrame>
  )
}
