import { Checkbox } from '@mantine/core'
import type { CounterMode } from '#contract/brand-content.ts'
import { HOME_SECTIONS } from '#contract/values/brand-content.ts'
import { FEATURES } from '#contract/values/features.ts'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { BRAND_FIELDS } from '../settings/brand-fields.ts'
import type { DraftProps } from './brand-draft.ts'
import classes from './brands.module.css'
import { COUNTER_LABELS, FEATURE_LABELS, SECTION_LABELS } from './offer-labels.ts'

/** The list with or without one of its values, in the order of `all`. */
const toggled = <T,>(all: readonly T[], list: readonly T[], value: T): T[] =>
  all.filter((one) => (one === value ? !list.includes(one) : list.includes(one)))

/** What a brand offers, and what its home page shows. */
export function OfferFields({ draft, errors, onChange }: DraftProps) {
  return (
    <>
      <fieldset className={classes.choices}>
        <legend>{BRAND_FIELDS.features}: menus and the footer follow</legend>
        {FEATURES.map((feature) => (
          <Checkbox
            key={feature}
            label={FEATURE_LABELS[feature]}
            checked={draft.features.includes(feature)}
            onChange={() => onChange({ features: toggled(FEATURES, draft.features, feature) })}
          />
        ))}
      </fieldset>
      <fieldset className={classes.choices}>
        <legend>{BRAND_FIELDS.sections}</legend>
        {HOME_SECTIONS.map((section) => (
          <Checkbox
            key={section}
            label={SECTION_LABELS[section]}
            checked={draft.sections.includes(section)}
            onChange={() => onChange({ sections: toggled(HOME_SECTIONS, draft.sections, section) })}
          />
        ))}
      </fieldset>
      <NativeSelect
        label={BRAND_FIELDS.counters}
        description="Example figures are marked as such."
        value={draft.counters}
        error={errors['counters']}
        data={Object.entries(COUNTER_LABELS).map(([value, label]) => ({ value, label }))}
        onChange={({ currentTarget: { value } }) =>
          onChange({ counters: value as CounterMode | '' })
        }
      />
    </>
  )
}
