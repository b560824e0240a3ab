/**
 * How a picture came to be, in the words of IPTC's "digital source type" (cv.iptc.org/newscodes/digitalsourcetype):
 * `trainedAlgorithmicMedia` is drawn by a model, `compositeWithTrainedAlgorithmicMedia` has parts that are,
 * `composite` is put together from pictures, `algorithmicallyEnhanced` is a picture made clearer, larger or cut out.
 */
export const SOURCE_TYPES = [
  'trainedAlgorithmicMedia',
  'compositeWithTrainedAlgorithmicMedia',
  'composite',
  'algorithmicallyEnhanced',
] as const
export type SourceType = (typeof SOURCE_TYPES)[number]

/**
 * What a picture is that was made of others: enhancing changes nothing in how they came to be, and what is put together
 * with a drawn part has one.
 * @param own what its making alone would make it
 * @param inputs of the pictures it was made of that were made here
 */
export function joinSourceTypes(own: SourceType, inputs: readonly SourceType[]): SourceType {
  if (own === 'algorithmicallyEnhanced')
    return SOURCE_TYPES.find((type) => type === own || inputs.includes(type)) ?? own
  const hasDrawn = inputs.some(
    (type) => type === 'trainedAlgorithmicMedia' || type === 'compositeWithTrainedAlgorithmicMedia',
  )
  return own === 'composite' && hasDrawn ? 'compositeWithTrainedAlgorithmicMedia' : own
}

const LABEL = /digitalsourcetype\/(\w+)/

/** What an XMP packet says about how a picture came to be; null: nothing that we know. */
export function readSourceType(xmp: string | null): SourceType | null {
  const said = LABEL.exec(xmp ?? '')?.[1]
  return SOURCE_TYPES.find((type) => type === said) ?? null
}

/** XMP packet that says so. Search engines and sharing sites read it. */
export const labelXmp = (
  type: SourceType,
): string => `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/">
   <Iptc4xmpExt:DigitalSourceType>http://cv.iptc.org/newscodes/digitalsourcetype/${type}</Iptc4xmpExt:DigitalSourceType>
  </rdf:Description>
 </rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>`
