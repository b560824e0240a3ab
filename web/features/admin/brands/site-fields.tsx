import { Textarea, TextInput } from '@mantine/core'
import { BRAND_FIELDS } from '../settings/brand-fields.ts'
import type { DraftProps } from './brand-draft.ts'

/** Where a brand answers, who runs it, and where its footer leads. */
export function SiteFields({ draft, errors, onChange }: DraftProps) {
  return (
    <>
      <Textarea
        label={BRAND_FIELDS.hosts}
        description="Names under which the site is this brand, one in each line. The first is used in links of emails, except for the main brand."
        value={draft.hosts}
        error={errors['hosts']}
        autosize
        onChange={({ currentTarget: { value } }) => onChange({ hosts: value })}
      />
      <TextInput
        label="Legal name"
        description="Empty: as in the settings."
        value={draft.operator}
        error={errors['operator']}
        maxLength={200}
        onChange={({ currentTarget: { value } }) => onChange({ operator: value })}
      />
      <Textarea
        label="Postal address"
        description="Shown with the legal name."
        value={draft.address}
        autosize
        onChange={({ currentTarget: { value } }) => onChange({ address: value })}
      />
      <TextInput
        label={BRAND_FIELDS.support}
        description="As in mailto:help@example.com or https://example.com/help. Empty: as in the settings."
        value={draft.support}
        error={errors['support']}
        maxLength={500}
        onChange={({ currentTarget: { value } }) => onChange({ support: value })}
      />
      <Textarea
        label={BRAND_FIELDS.links}
        description="One in each line: English label | Spanish label | https://example.com"
        value={draft.links}
        error={errors['links']}
        autosize
        onChange={({ currentTarget: { value } }) => onChange({ links: value })}
      />
    </>
  )
}
