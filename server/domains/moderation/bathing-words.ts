/**
 * Words that show somebody bathing or no longer covered, in English and Spanish: lower case, without accents. As the other lists
 * of likenesses, they are read only where a real person is shown.
 */

/** Where people bathe undressed. Pools, hot tubs and the sea are left out: people are dressed for them. */
const BATHS =
  '(?:showers?|bath ?tubs?|tubs?|baths?|saunas?|steam (?:room|bath)s?)\\b(?! (?:curtains?|caps?|gels?|heads?|doors?|products?|mats?|towels?|tiles?|walls?|racks?|caddy|caddies|screens?|rugs?|robes?|toys?|party|parties|salts?|bombs?|accessories|design|fixtures?|gifts?|cakes?|invitations?|games?|of )\\b)'
const BATHS_ES =
  '(?:duchas?|regaderas?|baneras?|banaderas?|tinas?|saunas?|bano (?:de (?:espuma|burbujas|vapor|leche|agua)|turco|caliente|relajante))\\b'

const KINDS =
  'the|a|an|her|his|their|my|your|this|that|hot|warm|cold|long|quick|morning|evening|nice|relaxing|outdoor|open|bubble|foam|foamy|milk|rose|petal|candlelit|glass|walk[- ]?in|soapy|steaming|running|hotel|luxury|waterfall|rainfall|public|shared|full'
const KINDS_ES =
  'la|el|una|un|su|sus|esa|ese|esta|este|las|los|buena|buen|larga|rapida|misma|propia|de|del|agua'

const IN =
  "in|inside|under|underneath|into|within|out of|from|off to|after|before|during|mid|fresh (?:from|out of)|take|takes|taking|took|tak'n|have|has|having|had|enjoy\\w*|need\\w*|leav(?:e|es|ing)|left|enter\\w*|exit\\w*|through"
const IN_ES =
  'en|bajo|dentro de|debajo de|desde|fuera de|sal(?!a\\b|on)\\w* (?:de|del)|despues de|tras|antes de|durante|tom(?:a|an|ar|ando)(?:se)?|d(?:a|ar|ando)(?:le|se)?|date|dese|entr(?:a|ar|ando) (?:a|en)|met(?:e|er|ida|ido|iendo)(?:se|la|lo|le)? (?:a|en)'

/** Of water and foam: on a face or hair they are nothing. */
const BODY =
  'body|bodies|skin|chests?|breasts?|back|shoulders|legs|thighs?|torso|curves|figure|hips?|self|cuerpos?|piel|pechos?|espalda|hombros|piernas|muslos?|torso|curvas|caderas?'
const OF = 'her|his|their|the|my|wet|bare|glistening|oily|soapy|su|sus|el|la|los|las|todo'
/** What covers a body and is no garment. */
const SHEETS =
  'towels?|sheets?|bed ?sheets?|blankets?|covers|duvets?|quilts?|toallas?|sabanas?|mantas?'

/** Texts by which somebody bathes, or is uncovered. */
export const BATHING: readonly RegExp[] = [
  `(?<!walk[- ])(?:${IN}) (?:(?:${KINDS}) ){0,5}${BATHS}`,
  `(?:${IN_ES}) (?:(?:${KINDS_ES}) ){0,4}${BATHS_ES}`,
  `(?:shower|bath|bathtub|tub|bathing|sauna) (?:scene|shot|time|photo|selfie|pic|picture|session|video|pose|view|cam)s?\\b`,
  `(?:escena|foto|selfi|selfie|sesion|video|pose|momento) (?:de|en) (?:la )?(?:ducha|banera|regadera|tina|sauna)\\b`,
  `(?:she|he|they|her|him|them|who|woman|man|girl|boy|person|lady|model|wom[ae]n|men|is|are|while|and|to|from|let) (?:is |are |just |now |has |have |had )?(?:shower|bathe|showers|bathes|showered|bathed|showering|bathing)\\b(?! (?:suits?|caps?|with|in (?:\\w+ )?(?:light|sun\\w*|moonlight|shade|shadow|colou?r|gold|blue|red)|sparks?|confetti|petals?|down|the |her |his |their |a |an |my ))`,
  `^(?:showering|bathing)\\b(?! (?:suits?|caps?|beach|sparks?|confetti|petals?|the |a |her |his ))|freshly (?:showered|bathed)\\b`,
  `(?:duch|enjabon)(?:andose|ados?|adas?|arse|ate|andola|andolo|ala|alo|arla|arlo|ese|andote)\\b|se (?:esta |este |estan )?(?:ducha|duchan|duche|duchando|enjabona|enjabone|enjabonando)\\b|(?:recien|acaba de) (?:duch|ban)\\w+`,
  `(?:sal(?:e|en|ir|iendo|id[ao]s?|ga) del|(?:tom|d)(?:a|ar|ando|andose)(?:se)? un) (?:buen )?bano\\b(?! (?:de (?:sol|masas|realidad|bosque|color)|en (?:el|la) (?:mar|playa|piscina|rio|lago)))`,
  `(?:banando|banar|bana|bane)(?:se|la|lo|le) (?:en (?:la )?(?:banera|ducha|tina|casa|leche|espuma)|con (?:espuma|jabon|leche)|desde|sin|al desnudo)|(?:se (?:esta )?banando|banandose|banala|banalo)$`,
  `(?:soap\\w*|lather\\w*|scrub\\w*|wash\\w*|spong\\w*|rins\\w*|oil\\w*) (?:up )?(?:herself|himself|themselves|(?:(?:${OF}) ){0,3}(?:${BODY}))\\b`,
  `(?:water|droplets?|drops|soap|suds|foam|lather|bubbles|shampoo|steam|oil|lotion) (?:\\w+ ){0,3}(?:down|over|on|across|from|off|along|covering|around|cling\\w* to|hiding) (?:(?:${OF}|all|over|of) ){0,4}(?:${BODY})\\b`,
  `(?:agua|gotas|espuma|jabon|vapor|aceite|burbujas) (?:\\w+ ){0,3}(?:por|sobre|en|de|cubriendo|recorriendo|tapando) (?:(?:${OF}) ){0,3}(?:${BODY})\\b`,
  `(?:(?:cover|coat|drench|hid)\\w*|cubiert[ao]s?|tapad[ao]s?|envuelt[ao]s?) (?:\\w+ )?(?:in|by|with|de|en|por|con) (?:(?:only|just|nothing but|soap|white|thick|solo|pura) )*(?:suds|soap|soapsuds|lather|foam|bubbles|steam|espuma|jabon|burbujas|vapor)\\b`,
  `(?:wet|soapy|oiled|oily|glistening|dripping) (?:wet )?(?:naked )?(?:body|bodies|skin|torso|curves)\\b|(?:cuerpo|piel|torso) (?:\\w+ )?(?:mojad[ao]|humed[ao]|enjabonad[ao]|aceitad[ao]|chorreando)\\b`,
  `(?:soak\\w*|in|into) (?:in )?(?:(?:the|her|his|warm|hot) ){0,2}bath ?water\\b|(?:behind|through|bajo|tras|detras de|contra) (?:(?:the|a|el|la|un|una|${KINDS}|steamy|wet|misty|steamed) ){0,4}(?:shower (?:glass|door|screen|curtain|wall)|(?:chorro|mampara|agua|puerta|cristal) de (?:la |una )?ducha)\\b`,
  `baths? (?:with|for) (?:her|him|them)\\b|(?:give|gives|giving|gave) (?:her|him|them) (?:a )?(?:\\w+ )?(?:bath|shower)\\b|bath(?:e|es|ed|ing) (?:her|him|them)\\b(?! (?:in|with) (?:\\w+ )?(?:light|sun\\w*|moonlight|gold|glow|shadows?))|bath(?:e|ed|ing) (?:her|his|their) (?:${BODY})\\b`,
  `uncover (?:everything|all|it all)\\b|(?:don['’]?t|do not|never|stop|without) cover(?:ing)? (?:her|him|them|anything|up)\\b(?! (?:face|eyes|hair|mouth|head|\\w+ with))|(?:espuma|burbujas|jabon|vapor) (?:tap|cubr)\\w+(?:la|lo|las|los)\\b`,
  `(?:suds|foam|bubbles|lather|steam|espuma|burbujas) (?:\\w+ )?(?:cover|hid|conceal)\\w* (?:her|him|them)\\b`,
  `(?:steam\\w*|bubble|foam|milk|candlelit|(?:hot|warm|relaxing) (?:relaxing |soapy )?)(?: hot)? ?(?:baths?|showers?)\\b(?! (?:caps?|gels?|heads?|salts?|bombs?|products?|systems?|toys?)\\b)|ducha (?:muy |bien )?(?:caliente|vaporosa|relajante|con vapor)\\b`,
  `se (?:esta |este )?banando\\b(?! (?:\\w+ ){0,3}(?:mar|playa|piscina|rio|lago|oceano|cala|luz|sol|oro|color)\\b)`,
  `(?:she|he|they|her|him|them|woman|girl|man|boy|lady|person|model) (?:(?:is|are|be|lies|lying|fully|completely|totally|all|left|being|becomes?) ){0,3}uncover\\w*\\b(?! (?:(?:the|a|an|her|his|their) )?(?:faces?|heads?|hair|eyes|mouths?|treasure|secrets?|truth|lens|ears?|\\w+ (?:face|head)))`,
  // Wrapped in next to nothing.
  `(?<!(?:hair|head|turban|dog|cat|puppy|kitten|baby|bottle|bread|feet|hands?|neck) (?:\\w+ ){0,2})(?:wear\\w*|wrapped (?:up )?in|dressed in|clad in|covered (?:by|with|in)|in) (?:(?:only|just|nothing but|a|an|her|his|their|the|white|small|tiny|bath|beach|little|hotel|satin|silk|bed) )+(?:towels?|bed ?sheets?|sheets?)\\b(?! (?:of|around (?:her|his) (?:neck|head|hair)|turban|on (?:her|his) head))`,
  `(?<!(?:pelo|cabello|cabeza|perro|gato|bebe|botella|pan|manos?) )(?:envuelt[ao]s?|vestid[ao]s?|tapad[ao]s?|cubiert[ao]s?|liad[ao]s?|salg[ao]|sale|solo|llevando|lleva) (?:(?:solo|solamente|unicamente|apenas|en|con|por|de|una?|la|su|puesta|pequena|blanca|mini) )+(?:toallas?|sabanas?)\\b(?! (?:en la cabeza|al cuello|al hombro))`,
  `toallas? (?:puesta )?(?:(?:y )?nada mas|solamente|puesta)\\b|(?:sin|no|without(?: (?:a|the|her|his|any))?) (?:(?:la|su|una|ninguna) )?(?:towels?|bathrobes?|toallas?|albornoz)\\b(?! (?:racks?|rails?|hooks?|en|on))`,
  `dej(?:a|e|ar|ando)(?:la|lo|le|se)? caer (?:(?:la|el|las|los|su|sus) )(?:${SHEETS}|batas?|albornoz|ropa|vestido|tirantes?)\\b|quit(?:a|ar|ando|e)(?:le|les|sela|selo) (?:la|las|su|sus|el) (?:${SHEETS}|colcha|edredon|albornoz)\\b|se quit(?:a|e|an|en|ando) (?:el|la|su) (?:albornoz|bata|toalla)\\b`,
  // Uncovered.
  `(?<!(?:ollas?|sartene?s?|cazuelas?|cacerolas?|botellas?|tarros?|frascos?|cajas?|latas?|platos?|comida|botes?|pozos?|agujeros?|huecos?|alcantarillas?|tuppers?|vasos?|copas?|boligrafos?|rotuladore?s?|lentes?|objetivos?|camaras?|piscinas?|fuego (?:lento|medio|bajo)|horno|cocina[rd]?|cocer|hervir|hierve|guiso|arroz|sopa|salsa|heridas?|tumbas?|puertas?|paredes|ventanas?|coches?) (?:\\w+ )?)sin (?:que (?:nada|nadie) (?:la|lo|le|las|los) )?(?:tap|cubr)(?:ar|arse|arla|arlo|arle|ir|irse|irla|irlo|irle|e|a)(?:le|se|la|lo)?\\b(?! (?:(?:el|la|los|las|su|sus|un|una|ni|al|del) )+(?!(?:${BODY}|senos|tetas|nalgas|trasero|culo|partes|intimidades)\\b)\\w+)(?! (?:caras?|rostros?|ojos|gastos))`,
  `(?:que )?no (?:se|la|lo|le|las|los) (?:tape|tapen|tapes|cubra|cubran|cubras|cubre|tapa)\\b(?! (?:el|la|los|las|su|sus) (?!(?:${BODY}|senos|tetas|nalgas|trasero|culo)\\b)\\w+)|(?:nada|algo) que (?:la|lo|le|las|los) (?:tape|cubra|tapa|cubre)\\b|lo que (?:la|lo|le|las|los) (?:tapa|cubre)\\b`,
  `(?:ella|el|ellos|ellas|mujer|hombre|chica|chico|persona|modelo|senora|novia|quede|queda|quedar|quedarse|dejala|dejalo|dejar|deja|estar|esta|este|duerme|durmiendo|acostad[ao]|tumbad[ao]|toda|todo|bien|completamente|muy|un poco) (?:\\w+ )?(?:destapad[ao]s?|descubiert[ao]s?|sin tapar)\\b|(?:^|[,;:.] ?)destapad[ao]s?\\b|destapad[ao]s? en (?:la|una|su) cama\\b|destap(?:arse|andose|ese|ate|arle|ale|andola|andolo)\\b`,
  `(?:leave|leaves|leaving|make|get|show|let|have|lie|lies|lying|sleep\\w*|keep|keeps|with) (?:(?:her|him|them|the \\w+|in bed|on the bed|to be|be|everything|all|completely|fully) ){1,3}(?:uncover\\w*|un-covered|not covered|bare|exposed)\\b|uncover(?:s|ed|ing)? (?:her|him|them|herself|himself|themselves)(?:$|[,.;!]| (?:completely|fully|totally|slowly|now|all|for|in|on|please))`,
  `(?:nothing|not anything|without anything|no longer anything) (?:that |to |is |left to )?(?:cover|covers|covering|hide|hides|hiding|conceal\\w*) (?:her|him|them|(?:${OF}) (?:${BODY}))\\b|without (?:any )?cover(?:ing|ings)?(?: up)?(?: on| at all)?(?:$|[,.;!]| (?:her|his|their) (?:${BODY}))|(?:not|isn['’]?t|no longer|stops?) cover(?:ed|ing)? (?:up|(?:herself|himself|themselves)|by (?:anything|any))\\b`,
  `(?!pull\\w* up)(?:pull|pulls|pulling|take|takes|taking|lift|lifts|lifting|slide|slides|sliding|throw|throws|remove|removes|removing|drop|drops|dropping|lower|lowers|lowering|let|lets) (?:(?:back|off|away|up|down|aside|the|her|his|their|white|bed|bath) )+(?:${SHEETS})(?: (?:off|from|down|away|slide off|fall off|slip off|fall|drop|slip))*(?: (?:her|him|them|of her|of him)|$|[,.;!])`,
  `(?:${SHEETS}) (?:\\w+ )?(?:slid|slip|fall|drop|com)\\w* (?:off|down|away|from)\\b(?! (?:the|a|an|of the) (?!(?:${BODY}|woman|girl|man|boy|lady|person)\\b)\\w+)`,
  `(?:quit|levant|baj|apart|retir|arranc|solt)(?:a|ar|ando|e)?(?:le|la|lo|les|se)? (?:la|las|su|sus|el) (?:toallas?|sabanas?|mantas?|colcha|edredon|albornoz)(?:$|[,.;!]| (?:a ella|a el|a la (?:mujer|chica)|que (?:la|lo) (?:cubre|tapa)|de (?:encima|su cuerpo)))`,
].map((says) => new RegExp(`\\b(?:${says})`))

/** What stands, lies or is washed there, and is nobody: left out before. */
const THINGS =
  'ducks?|duckie|toys?|bottles?|shampoos?|soaps?|sponges?|plants?|orchids?|flowers?|ferns?|towels?|taps?|faucets?|leaks?|lights?|lamps?|windows?|tiles?|mirrors?|shelf|shelves|benches|bench|stools?|dogs?|cats?|pupp(?:y|ies)|kittens?|birds?|goldfish|fish|mould|mold|stains?|drain|boats?|products?|grout|hooks?|laundry|patos?|juguetes?|botellas?|champus?|jabones|plantas?|flores|toallas?|grifos?|azulejos?|espejos?|estantes?|perros?|gatos?|peces|moho|manchas?|esponjas?|ventanas?|luces|luz|barcos?'

/** In these the same words mean something else. */
export const HARMLESS_BATHING: readonly RegExp[] = [
  '(?:baby|bridal|wedding|meteor|meteorite|rain|snow|sun|april|spring|spark|light|thunder|power|star) ?showers?|showers? of (?:\\w+ )?(?:sparks?|rain|petals|confetti|light|stars|gold|money|meteors|arrows|coins|leaves|water)|(?:bird|sun|forest|blood|acid|dust|mud|ice|water|oil|foot|sound|sand)[ -]?baths?|sun ?bath(?:e|es|ing)|(?:turkish|roman|thermal|ancient|public) baths\\b',
  `(?:${THINGS}) (?:(?:that|which|is|are|standing|lying|floating|hanging|swimming|que|esta|hay|flotando) ){0,3}(?:in|inside|under|near|from|on|en|dentro de|de|junto a|bajo) (?:(?:the|a|an|my|your|la|una|el|un|${KINDS}) ){0,2}(?:showers?|bath ?tubs?|tubs?|baths?|duchas?|baneras?|tinas?|regaderas?)\\b`,
  '(?:bathed|banad[ao]s?) (?:in|by|with|por|de|en) (?:\\w+ ){0,3}(?:light|sun\\w*|moonlight|glow|colou?rs?|gold|shadows?|luz|sol|luna|oro|color)',
  '(?:wash|washes|washing|bathing|soap\\w*|scrub\\w*|lava|lavando|banando) (?:(?:her|his|their|the|a|an|my|su|sus|el|la|un|una|al) ){0,2}(?:face|hands?|hair|feet|foot|teeth|dishes|car|dog|cat|puppy|horse|cara|manos?|pelo|cabello|pies|dientes|platos|coche|perro|gato|caballo)\\b',
].map((says) => new RegExp(`\\b(?:${says})`, 'g'))
