/**
 * Words by which a text asks to undress or to sexualise somebody, in English and Spanish: lower case, without accents. They
 * are read only where a real person is shown, so they may be wider than what is refused everywhere.
 */

/** As they are called in one country or another, and when they are small. */
const REGIONAL_GARMENTS =
  'frocks?|sundress(?:es)?|playsuits?|onesies?|cami(?:sole)?s?|speedos?|y[- ]?fronts|skivvies|undercrackers|kecks|chones|bombach(?:it)?as?|corpin(?:it)?os?|remer(?:it)?as?|poler(?:it)?as?|poller(?:it)?as?|pantaletas?|pantis?|trusas?|truzas?|ajustador(?:es)?|camison(?:es)?|licras?|enaguas?|calzas|vaqueros|shortcitos?|vestiditos?|camisitas?|camisetitas?|blusitas?|(?:mini)?falditas?|tanguitas?|bikinitos?|banadorcitos?|pantaloncitos?|calzoncitos?|ropitas?|topcitos?|batitas?'

/** What covers a body; to take it off is to undress. Coats, jackets, hats, glasses and shoes are left out: below them is a shirt. */
const CORE_GARMENTS = [
  REGIONAL_GARMENTS,
  'clothe?s?|clothing|clothings|garments?|attire|apparel|outfits?|dress(?:es)?|shirts?|t[- ]?shirts?|tees?|blouses?|pants|trousers|skirts?|miniskirts?|bras?|bralettes?|brassieres?|under ?wear|undies|underpants|underclothes|undergarments?|pant(?:y|ies)|knickers|thongs?|g[- ]?strings?|briefs|boxers?|bikinis?|swim ?suits?|swim ?wear|bathing suits?|lingerie|(?:crop|tank|tube) ?tops?|ropas?|vestidos?|camisas?|camisetas?|playeras?|blusas?|pantalon(?:es)?|faldas?|minifaldas?|sujetador(?:es)?|sostenes?|sosten|brasier(?:es)?|bragas?|braguitas?|tangas?|calzon(?:es)?|calzoncillos?|banador(?:es)?|trajes? de bano|prendas?|vestimenta|vestuario|lenceria|atuendos?',
].join('|')

/** Besides, where it is taken off. */
export const GARMENTS = `${CORE_GARMENTS}|gowns?|nightgowns?|nighties?|negligees?|pajamas|pyjamas|jeans|shorts|leggings|tights|corsets?|bodysuits?|jumpsuits?|rompers?|catsuits?|leotards?|bottoms|saris?|sarees?|robes?|bathrobes?|kimonos?|fabrics?|textiles?|pijamas?|batas?|albornoz|mallas|medias|tejidos?|telas?`

/** Of things and of people; only somebody's own counts. */
const OWN_GARMENTS =
  'tops?|trunks|hoodies?|sweatshirts?|suits?|uniforms?|costumes?|sweaters?|jumpers?|pullovers?|towels?|sheets?|blankets?|covers?|coverings?|layers|wardrobe|trajes?|uniformes?|jerseys?|toallas?|sabanas?|mantas?'

export const PEOPLE =
  'woman|womans|women|girl|girls|man|mans|men|boy|guy|lady|ladies|person|persons|people|model|models|subject|figure|couple|actress|actor|bride|her|him|them|everyone|everybody|mujer|mujeres|hombre|hombres|chica|chicas|chico|chicos|senora|senor|persona|personas|modelo|modelos|novia|ella|ellas|ellos'

export const WHOSE = `her|his|their|my|your|everyone'?s|(?:${PEOPLE})['’]?s?['’]?|[a-z]+['’]s|su|sus|mi|mis|tu|tus`

const COLOURS =
  'red|blue|black|white|green|yellow|pink|purple|grey|gray|brown|orange|dark|light|long|short|tight|little|silk|cotton|lace|leather|denim|floral|summer|evening|wedding|remaining|outer|inner|upper|lower|rojo|roja|azul|negro|negra|blanco|blanca|verde|largo|larga|corto|corta'

/** Words that may stand between a verb and what it takes off. A noun that is no person ends the reach: "remove the stain from the shirt". */
const BETWEEN = `the|a|an|all|every|each|any|some|both|of|this|that|these|those|off|away|just|only|please|completely|entirely|slowly|also|from|to|and|${WHOSE}|${COLOURS}|la|el|lo|las|los|toda|todo|todas|todos|cada|esa|ese|esta|este|esas|esos|un|una|a|al|le|por|favor|completamente`
const REACH = `(?:(?:${BETWEEN}) ){0,7}`

/** Of a garment, and no person: it may go. */
const PARTS =
  'logos?|stains?|spots?|wrinkles?|creases?|patterns?|prints?|text|letters?|lettering|labels?|tags?|buttons?|collars?|sleeves?|pockets?|lint|folds?|shadows?|designs?|graphics?|stripes?|dust|hairs?|glare|reflections?|racks?|hangers?|pins?|pegs?|lines?|stores?|shops?|shoes?|codes?|watermarks?|badges?|brands?|numbers?|zippers?|seams?|dryers?|rails?|jackets?|coats?|colou?rs?|background|backdrop|texture|dye|advert|ads?'
const WHOLE = `(?!['’]?s? (?:${PARTS})\\b)\\b`

const TAKES_OFF =
  'remov\\w*|delet\\w*|eras\\w*|eliminat\\w*|discard\\w*|shed(?:s|ding)?|doff\\w*|ditch\\w*|los(?:e|es|ing)|peel\\w*|strip(?:s|ped|ping)?|unzip\\w*|unhook\\w*|unclasp\\w*|unfasten\\w*|unlac\\w*|dissolv\\w*|vanish\\w*|hid(?:e|es|ing)|subtract\\w*|wip(?:e|es|ed|ing)|(?:get|gets|getting) rid of|do away with|(?:take|takes|taking|taken|took|pull|pulls|pulling|pulled|rip|rips|ripping|ripped|tear|tears|tearing|tore|cut|cuts|cutting|slide|slides|sliding|slip|slips|slipping|throw|throws|throwing|kick|shake|peel|get|gets|getting|come|help \\w+) (?:\\w+ )?(?:off|out of|down|away)|tak(?:e|ing) away|quit(?:a|ar|an|ando|ad[oa]s?|amos|o|e[ns]?)(?:me|te|se)?(?:l[aeo]s?)?|sac(?:a|ar|ando|ad[oa]s?)(?:me|se)?(?:l[aeo]s?)?|elimin(?:a|ar|e|ando|ad[oa]s?)(?:l[aeo]s?)?|borr(?:a|ar|e|ando|ad[oa]s?)(?:l[aeo]s?)?|retir(?:a|ar|e|ando|ad[oa]s?)(?:l[aeo]s?)?|remuev\\w*|remov(?:er|iendo)\\w*|suprim\\w*|despoj\\w*|arranc\\w*|rasg\\w*|baja(?:r|ndo)?(?:l[aeo]s?)?|(?:haz|hacer|hace) desaparecer|deshazte de'
/** With these the word that says it comes last: "pull her pants down". */
const TAKES =
  'tak(?:e|es|en|ing)|took|pull(?:s|ed|ing)?|get(?:s|ting)?|got|rip(?:s|ped|ping)?|tear(?:s|ing)?|tore|cut(?:s|ting)?|slid(?:e|es|ing)|slip(?:s|ped|ping)?|throw(?:s|ing)?|put(?:s|ting)?|let(?:s|ting)?|hav(?:e|ing)|with|peel(?:s|ing)?|lift(?:s|ed|ing)?|roll(?:s|ed|ing)?'
const OPENS =
  'open(?:s|ed|ing)?|unbutton\\w*|undo(?:es|ing|ne)?|lift(?:s|ed|ing)?(?: up)?|rais(?:e|es|ed|ing)|hik(?:e|es|ed|ing)(?: up)?|drop(?:s|ped|ping)?|desa?broch\\w*|desaboton\\w*|levant\\w*|sub(?:e|ir|iendo)(?:l[aeo]s?)?|abr(?:e|ir|iendo)(?:l[aeo]s?)?'

const LACKS =
  "without|w ?/ ?o|sans|minus|no|not (?:wearing|in)|(?:isn|aren|doesn|don|won)['’]?t (?:wear|have|wearing)|never (?:wears?|wearing)|no longer (?:wears?|wearing|in)|lacking|lack of|absence of|devoid of|free of|bereft of|zero|forgot|nada de|sin(?: llevar| usar| nada de| ninguna?| ningun)?|no (?:lleva|llevar|llevando|lleve|llevara|llevase|usa|use|usara|viste|tenga|tuviera|tuviese|tiene)|libre de|carente de"

const IS_GONE =
  '(?:removed|off(?![- ]?(?:white|the[- ]shoulder|shoulder))|gone|missing|vanish\\w*|disappear\\w*|evaporat\\w*|melt\\w*|dissolv\\w*|invisible|transparent|see[- ]?thr(?:ough|u)|translucent|stripped|torn (?:off|away|open)|ripped (?:off|away|open)|taken off|pulled (?:down|up|off|aside)|lifted|unbuttoned|unzipped|undone|hiked up|fall\\w* (?:off|away)|slip\\w* (?:off|down)|com(?:e|es|ing) off|none|zero|optional|desaparec\\w*|desaparezca\\w*|quitad[ao]s?|eliminad[ao]s?|transparentes?|invisibles?|fuera|bajad[ao]s?|levantad[ao]s?|arrancad[ao]s?|desgarrad[ao]s?|desabrochad[ao]s?|abiert[ao] del todo)'
const GETS =
  '(?:comes?|coming|came|becomes?|is|are|was|were|be|being|been|should|must|has|have|get|gets|getting|go|goes|completely|fully|totally|all|entirely|partly|half|slowly|magically|just|now|to|que|sea|sean|este|esten|se|completamente|totalmente|y|and) '

export const BARE_PARTS =
  'body|bodies|chests?|breasts?|breasted|bottoms?|butts?|bum|ass|asses|buttocks|boobs?|torsos?|crotch|groin|thighs?|privates|private parts|intimate parts|self|midriff|bosom|cuerpos?|pechos?|torsos?|senos?|nalgas?|trasero|culo|partes intimas|entrepierna|muslos?'

/** Of cloth: "skin-tight jeans". */
export const NO_SHADE = '(?![- ](?:tight|tone[ds]?|colou?r\\w*))'
/** "Piel" alone is leather as well. */
export const BARE_SKIN_ES =
  '(?:(?:sus?|tu|pura) piel|piel (?:desnuda|descubierta|humana|natural|real))'

/** What somebody wears who wears nothing. */
const NO_GARMENT =
  '(?:whipped cream|cream|chocolate|honey|bubbles|foam|moonlight|candlelight|smile|skin|nata|miel|espuma|sonrisa|luz de (?:la )?luna|piel)\\b'

const SEE =
  'see|sees|seeing|look|looks|looking|peek|peeks|show|shows|showing|reveal|reveals|revealing|expose|exposes|exposing|exposed|what|whats|body|skin|nothing|imagine|imagina\\w*|imaginal[aeo]s?|ver|vea|muestra|mostrar|mostrando|ensena|ensenar|cuerpo|piel|hay|nada'
const UNDERWEAR =
  'under ?wear|undies|knickers|panties|thongs?|g[- ]?strings?|bras?|boxers|briefs|garters?|ropa interior|bragas?|braguitas?|tangas?|tanguitas?|calzones?|calzoncillos|sujetador|sosten|brasier|corpino|bombachas?|pantaletas?'

/** They cover nothing of what clothes cover. */
export const ADORNMENTS =
  'necklaces?|chokers?|earrings?|bracelets?|anklets?|pearls?|jewel\\w*|perfumes?|tattoos?|tan ?lines?|crowns?|tiaras?|collars?|bow ?ties?|ties?|neckties?|belts?|gloves?|hats?|caps?|heels|high heels|stilettos?|boots?|shoes|sneakers|socks|stockings|garters?|suspenders?|aprons?|sunglasses|glasses|headphones|masks?|scar(?:f|ves)|ribbons?|bows?|skin|towels?|paint|glitter|oil'
export const ADORNMENTS_ES =
  'collar(?:es)?|pendientes|pulseras?|perlas?|joyas?|perfume|tatuajes?|coronas?|pajaritas?|corbatas?|cinturon(?:es)?|guantes|sombreros?|gorras?|tacon(?:es)?|botas|zapatos|tenis|calcetines|medias|ligueros?|delantal|gafas|lentes|antifaz|mascaras?|panuelos?|lazos?|piel|toallas?|pintura|purpurina|aceite'
const ADJECTIVES =
  'red|blue|black|white|green|yellow|pink|purple|silver|golden|gold|big|small|tiny|long|leather|silk|pearl|diamond|santa|cowboy|baseball|bow|high|thigh|knee|straw|expensive|shiny|pretty'
/** Somebody who has clothes on as well may wear only one thing of a kind. */
const NO_CLOTHES_FOLLOW =
  '(?! (?:\\w+ ){0,4}(?:with|and|over|under|on|con|y|sobre) (?:\\w+ ){0,5}(?:dress|gown|suit|shirt|coat|jacket|blouse|sweater|jeans|trousers|uniform|tuxedo|vestido|traje|camisa|abrigo|chaqueta|jersey|uniforme|esmoquin)\\b)'

const NO_DISPLAY_FOLLOWS =
  '(?! (?:in|on|at|for) (?:(?:the|a|an|display|my|our) )?(?:windows?|shops?|stores?|tables?|shel(?:f|ves)|box(?:es)?|drawers?|display|cases?|stands?|walls?|sale)\\b)'

const SCANT =
  'bikinis?|micro ?bikini|mankinis?|budgie smugglers?|speedos?|jockstraps?|lingerie|under ?wear|undies|thongs?|g[- ]?strings?|panties|bras?|boxers|briefs|swim ?suits?|bathing suits?|fishnets?|latex|ropa interior|lenceria|tangas?|tanguitas?|tanguillas?|bikinitos?|pantaletas?|bragas|braguitas?|calzoncillos|sujetador|sosten|banador|traje de bano'

/** Of them only what is needed is left. */
const STRIPPED_THINGS =
  '(?:designs?|engines?|motor(?:cycle|bike)s?|bikes?|cars?|versions?|rooms?|kitchens?|interiors?|looks?|styles?|sets?|sounds?|chassis|houses?|furniture)'

/** By X-rays somebody looks through what stands before it; an X-ray in a hand and a machine beside a patient are none of it. */
const BY_X_RAY =
  '(?:(?:(?:under|(?<!\\b(?:look|looks|looking|go|goes|going|leafing|sorting|flipping) )through|bajo|mediante|por|a traves de) (?:(?:the|a|an|los|las|unos|unas|vision|gafas|luz|de) ){0,3}|(?:by|with|via|using|in|con|en) (?:(?:the|some|your|los|las|unas|vision|gafas|luz|de) ){0,3})(?:x[- ]?rays?|rayos[- ]x)\\b(?! (?:machines?|tables?|rooms?|apparatus|equipment|tubes?|films?|prints?|images?|photos?|pictures?|in (?:his|her|the|one) hands?))|(?:is |are |being )?x[- ]?rayed\\b|with an x[- ]?ray (?:vision|view|effect|filter|goggles|glasses|camera|look)\\b)'

/** Before a garment, something that is on it: that may go. A picture of the garment is no such thing. */
const THING_ON = `\\b(?!(?:photos?|pictures?|images?|versions?|edits?|shots?|portraits?|fotos?|imagen|imagenes|retratos?|her|him|them|ella|el)\\b)[a-z]+ (?:on|from|of|in|de|del|en) (?:the|a|an|this|that|la|el|un|una|${WHOSE}) (?:(?:${COLOURS}|dirty|new|old|wet|clean|torn|striped|plain|cotton|crop|tank|polo|dress) ){0,3}(?:t[- ])?`

const SEXUAL = [
  // English
  'boob\\w*|boobies|tit|tits|titties|titty|nips?|nipples?|areolas?|pussy(?! ?(?:cat|willow))|cunts?|clit\\w*|labia|vulvas?|vaginas?|vaginal|penis(?:es)?|dildos?|vibrators?|anal|anus|testicles?|scrotum|genital\\w*|crotch|pubic|cameltoe|camel toe',
  'fellatio|cunnilingus|blow ?jobs?|hand ?jobs?|bukkake|creampie|gang ?bang|threesome|doggy ?style|(?:have|has|having|had) sex|sex(?:es|ed|ing|ual|ually|y|ier|iest|ting|ualiz\\w*|ualis\\w*)?|making love|orgasm\\w*|orgies|orgy|ejaculat\\w*|cum(?:s|shot|ming)?|semen|masturbat\\w*|fuck\\w*|shagging|intercourse|moaning|horny|aroused|arousing|lust(?:ful|fully|ing)?|kinky|fetish\\w*|dominatrix|bdsm|bondage|milf|sluts?|slutty|whores?|hookers?|prostitutes?|strippers?|pole ?danc\\w*|lap ?danc\\w*',
  'only ?fans|playboy|hustler|porn\\w*|pron|hentai|ecchi|rule ?34|r34|nsfw|xxx|x[- ]rated|18 ?\\+|uncensored|explicit|erotic\\w*|boudoir|seductive\\w*|provocative\\w*|sensual\\w*|lewd\\w*|steamy|naughty|risque|racy|raunchy|adult (?:film|movie|video|content|photo|scene|star|material)|centerfolds?|centrefolds?',
  `nude\\w*|nudes|nudie|nudity|nudism|nudists?|nudif\\w*|naked\\w*|nakid|nekk?[ei]d|nakey|nood|noods|newds?|undress\\w*|undres|unclothe\\w*|unclad|declothe\\w*|disrob\\w*|denude\\w*|deep ?nude\\w*|topless|bottomless|shirtless|pantsless|pantless|braless|clothesless|clothless|strip ?teas\\w*|lingerie|panties|thongs?|g[- ]?strings?|upskirt\\w*|up skirt|downblouse|down blouse|nip ?slip|side ?boob|under ?boob|cleavage|busty|wet t[- ]?shirt|skinny[- ]?dip\\w*|(?:birthday|b[- ]?day|bornday) suits?|adam(?:[’']?s)? and eve(?:[’']?s)? (?:costume|suit|style)|(?:in|wearing) (?:just |only )?(?:the )?(?:nude|buff|altogether)|in the raw|au naturel|stark[- ]?ers|stripped(?! (?:back|bark|down ${STRIPPED_THINGS}|metal|paint|pine|wood))|body ?paint(?:ed|ing)? only|only body ?paint|going commando|tits out|implied nud\\w*|scantily|half[- ](?:dressed|naked|clothed)|(?:barely|hardly|less|un|under)[- ]?(?:clothed|dressed|clad)`,
  "(?:not|never|isn['’]?t|aren['’]?t|no longer|anything but|opposite of|far from|ceas\\w* to be|stop\\w* being) (?:be )?(?:clothed|dressed|clad|covered|wearing (?:anything|a thing|any))",
  '(?:wears?|wearing|has|have|having|with|in|puesto|lleva|llevando|vestid[ao] con) (?:absolutely |literally )?(?:nothing|nada)\\b(?! (?:but|except|more|mas)? ?(?:a )?(?:suit|coat|uniform))',
  '(?:nothing|nada) (?:on|at all|puesto|encima)|nothing but (?:her |his |their |a )?(?:skin|smile|socks|heels|jewel\\w*|hat|shoes|boots|stockings)|(?:only|just) (?:her |his |their )?(?:bare )?skin|(?:wear\\w*|in) (?:only|just) (?:her |his |their |a |an |some )?(?:smile|socks|heels|jewel\\w*|hat|shoes|boots|stockings|tie|apron|towel|sheet)',
  '(?:spread\\w*|open\\w*) (?:her |his |their )?(?:legs|thighs)|legs (?:wide )?(?:spread|open|apart)|(?:day|way) (?:she|he|they) (?:was|were) born|as god (?:made|intended)',
  // Spanish
  'desnud\\w*|desvist\\w*|desvest\\w*|semidesnud\\w*|(?:en|esta en|este en) (?:pelotas|cueros|bolas|pelota|porretas)|como dios (?:la |lo |le |los |las )?trajo al mundo|traje de (?:adan|eva|cumpleanos)|toples|nudismo|nudistas?|ligera de ropa|poca ropa|sin nada (?:puesto|encima)',
  'lenceria|porno\\w*|pornografi\\w*|sexo|sexuales?|sexual\\w*|sexi|erotic[ao]s?|erotism\\w*|tetas?|tetona|pechugona|pezon(?:es|cit[oa]s?)?|culitos?|nalguitas?|pechitos|traserit[oa]s?|vaginal?|penes?|genitales|culos?|follar\\w*|follando|folla(?:da|n)?|foll[ae]rsela|masturb\\w*|orgasm\\w*|orgias?|felacion|mamadas?|eyacul\\w*|corrida en la|puta|putas|prostituta|tanguitas?|cachond[ao]s?|provocativ[ao]s?|provocador[a]?|seductor[a]?\\w*|sensuales?|estriptis|haciendo el amor|tanga|bragas|picante|subid[ao] de tono|sugerente|sin censura|para adultos|abiert[ao] de piernas|piernas abiertas|intim[ao]s?|vino al mundo|destap(?:a|ar|e|ando)l[aeo]s?',
  // What the lists above left out
  'erections?|hard ?core(?! (?:punk|music|bands?|gam\\w+))|deep ?throat\\w*|voyeur\\w*|ahegao|(?:bend|bends|bending|bent) (?:her|him|them) over|(?:pounding|humping|mounting) (?:her|him|them)|riding him|(?:reverse )?cowgirl position|missionary position|de[- ]clothe\\w*',
  '(?:(?:big|huge|hard|erect|fat|thick|throbbing|his|suck\\w*|strok\\w*|lick\\w*|rid\\w*) (?:a |an |his |the |my |big |hard )*)(?:dicks?|cocks?)',
  'jerk\\w* (?:off|him|himself)|squirting(?! (?:a|an|the|water|ink|gun|some)\\b)|(?:give|gives|giving|gave) (?:him|her|them) (?:oral|head)\\b|groping|(?:private|intimate) (?:area|areas|zones?)|(?:make|have|let) (?:her|him|them) flash\\b|touching (?:herself|himself|themselves)|tocandose(?! (?:el|la|los|las) (?:pelo|cabello|barbilla|gafas|sombrero|cara|nariz|frente|oreja))|(?:haciendose|hacerse|hazle|se hace) una paja|corriendose|masturb\\w*|piernas (?:bien |muy )?abiertas|(?:parte de arriba|top part) (?:del|de su|of (?:her|his|the)) (?:bikini|banador|outfit|conjunto|swimsuit|dress|vestido|pijama)',
  'pollas?(?! de agua)|vergas?|(?:el|su|tu|un) cono (?:al aire|mojado|abierto|depilado)|gimiendo|gemidos?|verl[aeo]s? sin nada|sin nada de ropa|se (?:le |les )?transparent(?:a|an|e|en|ar|ando)',
  '(?:bigger|larger|enlarg\\w*|huge|agrand\\w*|aument\\w*) (?:(?:her|his|the|a|las?|los?|sus?|el|de) ){0,3}(?:breasts?|bust|butt|pechos?|senos?|nalgas|trasero)|(?:pechos?|senos?|nalgas|trasero|breasts?|bust|butt) (?:much |mucho )?(?:bigger|larger|mas grandes?)',
  // A few of other languages, which remote engines understand
  'nackt\\w*|ausgezogen|(?:toute|completement|entierement|femme|fille|homme) nue?s?|seins nus|deshabill\\w*|sans vetements?|nuda|nude|spogli(?:a|al[aeo]|ata|ato)|svest(?:i|il[aeo]|ita)|senza vestiti|nuas?|sem roupas?|ohne (?:kleid\\w*|klamotten|sachen|hemd|hose|bh|unterwasche)',
].join('|')

/** Texts by which somebody is undressed or sexualised. */
export const UNDRESSING: readonly RegExp[] = [
  `(?:${SEXUAL})(?![a-z0-9])`,
  `(?:${TAKES_OFF}) ${REACH}(?:${GARMENTS})${WHOLE}`,
  `(?:${TAKES_OFF}) ${REACH}(?:${WHOSE}) (?:(?:${COLOURS}) ){0,2}(?:${OWN_GARMENTS})${WHOLE}`,
  `(?:${TAKES}) ${REACH}(?:${GARMENTS}|${OWN_GARMENTS}) (?:completely |all |right |all the way |entirely )?(?:off(?![- ]?(?:white|the[- ]shoulder|shoulder))|down(?! to)|away|open)\\b`,
  `(?:${OPENS}) (?:(?:the|la|el|los|las|up|${COLOURS}) )*(?:${WHOSE}|la|el|los|las) (?:(?:${COLOURS}) ){0,2}(?:${GARMENTS}|${OWN_GARMENTS})${WHOLE}`,
  `(?:${LACKS}) ${REACH}(?:${CORE_GARMENTS})${WHOLE}`,
  `(?:${GARMENTS}) (?:${GETS}){0,4}${IS_GONE}\\b`,
  `(?:${CORE_GARMENTS})(?: ?[-:=]+ ?|[- ])(?:none|zero|0|less|free|-\\d)(?![\\d-])`,
  `(?:see[- ]?thr(?:ough|u)|transparent|translucent|invisible|sheer|skimpy|revealing|transparentes?|translucid[ao]s?|minuscul[ao]s?) ${REACH}(?:${CORE_GARMENTS}|leggings|tights|nightgowns?|robes?|bodysuits?)${WHOLE}`,
  `(?:${CORE_GARMENTS}) (?:(?:muy|tan|mas|very|so) )?(?:transparentes?|translucid[ao]s?|minuscul[ao]s?|revelador(?:es)?)\\b`,
  `(?:pants|trousers|jeans|shorts|panties|under ?wear|pantalones|bragas|calzoncillos) (?:pulled )?(?:down|around|hasta|por)\\b`,
  `(?:clothe?s|clothing|dress|shirt|ropa|underwear) (?:removal|remover|removing)`,
  `(?:skin|nothing|air|piel|nada) (?:instead of|in place of|rather than|en lugar de|en vez de) ${REACH}(?:${GARMENTS})${WHOLE}|(?:${CORE_GARMENTS}) (?:made )?(?:of|de) (?:nothing|air|skin|aire|nada)\\b`,
  `(?:tak\\w+|took|strip\\w*|get|quit\\w*) (?:(?:it|them) all|everything|it|todo) off(?! (?:the|a|of|my))|(?:tak\\w+|took) off (?:everything|it all|them all|todo)|^strip$`,
  `(?:${TAKES_OFF}|take|takes|taking) what(?:ever)? (?:she|he|they|the (?:${PEOPLE}))(?:['’]s|['’]re| is| are| has| have)? (?:on|wear\\w*)`,
  `(?:cover\\w*|dress\\w*|wear\\w*|tapad[ao]|cubiert[ao]) (?:only|just|solely|solo|solamente) (?:with|by|in|con|por|de) (?:(?:her|his|their|sus?|el|la|las|los|a|some) )?(?:hands?|arms?|hair|leaf|leaves|bubbles|foam|flowers?|petals|manos?|brazos?|pelo|hojas?|espuma|flores|petalos)\\b`,
  `(?:lleve[ns]?|llevan?|llevar|vistan?|use[ns]?|tengan?) (?:puesto )?nada\\b(?! de)`,
  `(?:x[- ]?ray|rayos x) (?:vision|view|goggles|glasses|specs|through|${WHOSE})`,
  `(?:${SEE}) (?:\\w+ ){0,4}(?:under|underneath|beneath|below|through|bajo|debajo de|a traves de) ${REACH}(?:${CORE_GARMENTS})${WHOLE}`,
  `(?:${SEE}|hid\\w*) (?:\\w+ ){0,4}(?:under|underneath|beneath|below|through|bajo|debajo de|a traves de) (?:${WHOSE}|that|those|esa|ese) (?:(?:${COLOURS}) ){0,2}(?:${OWN_GARMENTS})${WHOLE}`,
  `(?:what|lo que|que) (?:\\w+ ){0,3}(?:under|underneath|beneath|debajo)$`,
  `(?:replac\\w*|swap\\w*|chang\\w*|turn\\w*|convert\\w*|substitut\\w*|exchang\\w*|trad(?:e|ing)|reemplaz\\w*|cambi\\w*|sustitu\\w*) ${REACH}(?:${GARMENTS}|${OWN_GARMENTS}) (?:\\w+ ){0,2}(?:with|for|to|into|by|por|en|a|con) (?:\\w+ ){0,3}(?:nothing|skin${NO_SHADE}|air|bare|body ?paint|nada|${BARE_SKIN_ES}|aire|${SCANT})\\b`,
  `(?:put|puts|putting|dress|dresses|dressing|place|have|get|change|imagine|make|pon|ponle|ponla|ponlo|poner|viste|vistela|vistelo|vestir|mete|metela|cambia|cambiala) ${REACH}(?:wear|wears|wearing|in|into|on|en|con|un|una|unos|unas)? ?(?:(?:a|an|some|un|una|unos|unas|only|just|tiny|small|micro|string|sexy|${COLOURS}) ){0,4}(?:${SCANT})\\b`,
  `in (?:(?:her|his|their|just|only|nothing but|a|an|some|${COLOURS}) ){0,4}(?:under ?wear|undies|knickers|bras?|boxers|briefs|budgie smugglers?|mankinis?|jockstraps?)\\b|en (?:ropa interior|calzoncillos|bragas|sujetador|sosten|pano[s]? menores)|(?:micro|string)[- ]?bikinis?`,
  `(?:bare|bared|bares|baring|unclothed|uncovered|uncover|uncovers|uncovering|exposed|expose|exposes|exposing|reveal|reveals|revealing|flash|flashes|flashing|show off|showing off|see|al descubierto|descubre|descubrir|ensena|ensene|ensenen|ensenando|mostrando) (?:(?:her|his|their|the|all|full|whole|entire|${PEOPLE}|of|su|sus|el|la|los|las|todo) ){0,4}(?:${BARE_PARTS})\\b`,
  `bare[- ]?(?:breasted|chested|assed|bottomed|naked|bodied|butt)|bare (?:skinned|all)|(?:completely|fully|totally|entirely|all) (?:bare|exposed|uncovered|stripped)|(?:make|made|get|show|leave|render) (?:her|him|them|the (?:${PEOPLE})) (?:\\w+ )?bare\\b`,
  `(?:pechos?|torso|senos?|cuerpo|trasero|nalgas) (?:al aire|al descubierto|descubiert[ao]s?)|(?:ensen(?:a|e|en|ar|ando)|mostrando|muestr[ae]n?) (?:el|los|las|sus|su) (?:pecho|pechos|senos|tetas|culo|nalgas|trasero)`,
  `(?:her|his|their|big|huge|round|fat|juicy|firm|perky|su|sus) (?:\\w+ )?(?:ass|butt|booty|buttocks|tits|boobs|breasts|pechos|senos|nalgas|culo|tetas)\\b`,
  `striped down to (?:(?:her|his|their|just|only) )*(?:socks|skin|underwear|waist|nothing|boxers|briefs|bra|panties)\\b|strip(?:s|ped|ping)? (?:(?:the|a|an|that|this|down|off|${COLOURS}) ){0,3}(?:${PEOPLE}|down(?! ${STRIPPED_THINGS}\\b)|naked|off|everything|bare|to (?:her|his|their|the) (?:skin|waist|underwear))\\b`,
  `(?:${TAKES_OFF}|take|takes|taking) (?:off |it |away )*(?:everything|it all|anything|whatever|all that|todo lo)(?: off)? ?(?:that |what |lo que |que )?(?:she|he|they|the (?:${PEOPLE}) (?:wears?|has|have|is|are)|lleva|llevan|viste|tiene|ella|from (?:her|his|their|the) (?:${BARE_PARTS}))\\b`,
  `(?:get|gets|getting|got|gotten|help|helps|helping|slip(?:s|ped|ping)?|step(?:s|ped|ping)?|wriggl\\w*|climb\\w*|be|is|being|out) (?:(?:${BETWEEN}) ){0,3}out of (?:(?:${BETWEEN}) ){0,4}(?:${GARMENTS}|${OWN_GARMENTS})${WHOLE}`,
  `(?:less|fewer|least|skimpier|menos) (?:\\w+ )?(?:${CORE_GARMENTS})${WHOLE}|(?:wear|wears|wearing|lleva|lleve|llevando|vista|use) (?:much |far |even |mucho |bastante )?(?:less|menos)\\b(?! (?:make-?up|jewel\\w*|maquillaje|joyas|than|de))`,
  `(?:${LACKS}) (?:${WHOSE}|that|this|a|the|any|esa?|este|el|la|un) (?:(?:${COLOURS}) ){0,2}tops?\\b(?! (?:hats?|half|coats?|buttons?|knots?|layers?|floors?|shelf|shelves|drawers?|tiers?|decks?|bunks?|lights?|rows?|lids?|parts? of the|of (?:the|a)))`,
  `(?:pull|pulls|pulling|pulled|hike|hikes|hiking|hiked|yank\\w*|push\\w*|roll\\w*|lift\\w*) (?:up|down|aside|open|off) (?:${WHOSE}) (?:(?:${COLOURS}) ){0,2}(?:${GARMENTS}|tops?)${WHOLE}`,
  `(?:drop|drops|dropping|dropped|lose|loses|losing) (?:the|${WHOSE}) (?:(?:${COLOURS}) ){0,2}(?:towels?|robes?|bathrobes?|sheets?)${WHOLE}|(?:towels?|robes?|bathrobes?|toallas?|batas?|albornoz) (?:is |are |has |se )?(?:(?:fall|slip|slid|drop|com)\\w*) (?:off|from|down|away|to)|se le cae la (?:toalla|bata|ropa)`,
  `(?:forgot|forgets|forgetting|refus\\w*|without) (?:to )?(?:put|putting|wear|wearing) (?:on )?(?:(?:${WHOSE}|any|a|the) )?(?:${CORE_GARMENTS})${WHOLE}`,
  `(?:${TAKES_OFF}) (?:every|each|any|all|the last|toda|todo) (?:(?:single|last) )?(?:pieces?|bits?|scraps?|inch|shreds?|trozos?|pedazos?) (?:of|de) (?:(?:${WHOSE}|the) )?(?:${GARMENTS})${WHOLE}`,
  `(?:quita|saca|baja)(?:ndo)?(?:le|les|se|te)(?:l[ao]s?)? (?:la|el|los|las) (?:parte de arriba|parte de abajo|tirantes?|corpino)\\b`,
  `off with (?:${WHOSE}) (?:${GARMENTS}|${OWN_GARMENTS})${WHOLE}|(?:tak\\w+|took) off all$`,
  `(?:nothing|nada) (?:on )?(?:under|underneath|beneath|below|debajo de|bajo) (?:(?:${WHOSE}|the|that|a|el|la|un|una) )*(?:(?:${COLOURS}) ){0,2}(?:${GARMENTS}|${OWN_GARMENTS}|coats?|trench ?coats?|jackets?|aprons?|abrigos?|chaquetas?|delantal)\\b`,
  `(?:cover\\w*|tapad[ao]|cubiert[ao]) (?:only|just|solely|solo|solamente) (?:with|by|in|con|por|de) (?:(?:a|the|una?|la|el) )?(?:(?:${COLOURS}|thin|bed|bath) )*(?:sheets?|towels?|blankets?|sabanas?|toallas?|mantas?)\\b`,
  `(?:${WHOSE}) (?:(?:${COLOURS}) ){0,2}(?:${OWN_GARMENTS}) (?:${GETS}){0,4}${IS_GONE}\\b`,
  `(?:${WHOSE}|the) (?:(?:${COLOURS}) ){0,2}(?:${GARMENTS}|${OWN_GARMENTS}) (?:\\w+ )?(?:fall|slid|slip|drop)\\w* (?:to|on|onto|around|at) (?:the|her|his|their) (?:floor|ground|feet|ankles)\\b`,
  `se (?:le |les )?(?:ca(?:e|en|iga|igan|yo)|desliz\\w*|resbal\\w*) (?:(?:el|la|los|las) )?(?:${GARMENTS}|toallas?|tirantes?)\\b`,
  `(?:the|${WHOSE}) (?:towel|robe|bathrobe) (?:just )?(?:drops?|falls?|slips?)\\b|straps? (?:\\w+ )?(?:slid|slip|fall|pull|drop)\\w* (?:down|off)\\b`,
  `(?:${WHOSE}) (?:(?:${COLOURS}) ){0,2}(?:${GARMENTS}) (?:hang\\w*|fall\\w*|left|worn) (?:wide )?open\\b`,
  `(?:tak\\w+|took|pull\\w*|get\\w*) (?:(?:it|them|all|of|everything) )+off (?:of )?(?:her|him|them)\\b|tak\\w+ ['’]?em (?:all )?off`,
  `(?:forgot|forgets|forgetting|before|refus\\w*|hadn['’]?t|didn['’]?t|never) (?:to )?(?:(?:she|he|they|has|had|have|even) )*(?:get|got|gets|getting) dressed\\b|antes de (?:vestirse|ponerse (?:nada|la ropa))|before (?:(?:she|he|they|even|had|has|ever) )*put(?:s|ting)? (?:on )?(?:anything|any|(?:(?:${WHOSE}|the) )?(?:${CORE_GARMENTS}))${WHOLE}`,
  `tal (?:y )?como (?:\\w+ ){0,4}(?:nacio|vino al mundo)\\b|(?:como|cual) (?:\\w+ ){0,4}(?:trajo al mundo|pario)\\b`,
  `cover\\w* (?:herself|himself|themselves|(?:${WHOSE}) (?:${BARE_PARTS})) (?:up )?(?:(?:only|just) )?(?:with|by|in|using) (?:only |just )?(?:(?:${WHOSE}|a|an|the|some) )?(?:hands?|arms?|hair|leaf|leaves|foam|bubbles)\\b|(?:only|just|solo) (?:(?:${WHOSE}|the|two|las|los|sus) )?(?:hands?|arms?|hair|manos|brazos) (?:cover\\w*|tap\\w+|cubr\\w+)`,
  `(?:clad|dressed|wear\\w*|covered|draped|vestid[ao]s?|cubiert[ao]s?|tapad[ao]s?) (?:(?:in|with|by|con|de|por) )?(?:only|just|nothing but|solo|solamente|unicamente|nada mas que) (?:(?:in|with|by|con|de|por) )?(?:(?:a|an|the|her|his|some|una?|su|la) )?${NO_GARMENT}`,
  `(?:only|just|solo|solamente|unicamente) (?:wear\\w*|llev\\w+|vist\\w+) (?:puesta )?(?:(?:a|an|her|his|some|una?|su) )?${NO_GARMENT}`,
  `(?:wear\\w*|dressed in|clad in|in|on|with|has|having) (?:nothing (?:on )?(?:but|except|besides|other than)|only|just) (?:on )?(?:(?:a|an|the|her|his|their|some|pair|of|${ADJECTIVES}) ){0,4}(?:${ADORNMENTS})\\b${NO_CLOTHES_FOLLOW}${NO_DISPLAY_FOLLOWS}`,
  `(?:nothing (?:but|except|besides|other than)|nada mas que|nada salvo|nada excepto) (?:(?:a|an|the|her|his|their|una?|unos|unas|sus?|las?|los|el|${ADJECTIVES}) ){0,3}(?:${ADORNMENTS}|${ADORNMENTS_ES})$`,
  `(?:llev\\w+|vist\\w+|vestid[ao]s?|usa\\w*|puest[ao]s?|con|en) (?:(?:puest[ao]s?|nada) )?(?:solo|solamente|unicamente|nada mas que|mas que|salvo|excepto) (?:con |de |por )?(?:(?:un|una|unos|unas|el|la|los|las|sus?|par|de) ){0,4}(?:${ADORNMENTS_ES})\\b${NO_CLOTHES_FOLLOW}`,
  `(?:see|sees|seeing|show|shows|showing|peek\\w*|peep\\w*|glimps\\w*|view) (?:(?:of|at|off) )?(?:${WHOSE}) (?:(?:${COLOURS}) ){0,2}(?:${UNDERWEAR})\\b`,
  `(?:skirts?|dress|kilt|faldas?|vestido) (?:(?:is|being|gets|getting) )?(?:blow\\w*|fl(?:ies|ying|ew|ipp?ed)|lift\\w*|rid(?:es|ing|den)) up\\b`,
  `(?:${WHOSE}) (?:(?:${COLOURS}) ){0,2}(?:${GARMENTS}) (?:\\w+ ){1,6}(?:melt|dissolv|vanish|disappear|fall|slip|slid)\\w* (?:off|away|completely)\\b`,
  `se (?:le |les |te )?(?:v(?:e|en|ea|ean|er)|not(?:e|a|en|an)|marqu?(?:e|a|en|an)) (?:\\w+ )?(?:el|la|los|las) (?:${UNDERWEAR}|pechos?|senos)\\b`,
  `(?:take|takes|taking|took|peel|rip|pull|strip\\w*) of (?:(?:all|${WHOSE}) )+(?:(?:${COLOURS}) ){0,2}(?:${GARMENTS})${WHOLE}`,
  `buttons? (?:of|on) (?:(?:${WHOSE}|the) )?(?:(?:${COLOURS}) ){0,2}(?:${GARMENTS}) (?:(?:is|are|all|come|comes|coming) ){0,3}(?:open|undone|off|missing|popping)\\b`,
  `nothing between (?:\\w+ ){1,5}(?:skin|body)\\b|nada entre (?:\\w+ ){1,5}(?:piel|cuerpo)\\b`,
  `(?:chests?|breasts?|butts?|ass|buttocks|boobs?|crotch|groin|privates|bosom|nalgas|trasero|culo) (?:(?:is|are|fully|partly|completely) ){0,2}(?:revealed|exposed|uncovered|bared|shows?|showing|visible|on display)\\b`,
  `(?:spic(?:y|ier)|saucy|dirty|sultry) (?:version|edit|variant|take|remake|pose)|version (?:caliente|hot|subida)\\b`,
  `(?:clothes|clothing|textile|ropa)[- ]?free\\b|naturis(?:ts?|mo?)\\b|naturistas?\\b`,
  `(?:less|minimal|menos) (?:and less )?(?:fabric|cloth|tela)s?\\b(?! (?:texture|patterns?))|(?:cuerpo|body|skin|piel|curves|curvas) (?:\\w+ )?(?:sin|without|with no) (?:tela|cloth|fabric)\\b`,
  `(?:what['’]?s?|lo que)(?: (?:is|are|lies|hay|tiene|esta))? (?:under|underneath|beneath|below|debajo de|bajo) (?:${WHOSE}) (?:(?:${COLOURS}) ){0,2}(?:coat|trench ?coat|jacket|apron|cardigan|abrigo|chaqueta|gabardina|delantal)\\b`,
  `(?:coat|jacket|cardigan|abrigo|chaqueta|${GARMENTS}|${OWN_GARMENTS}) (?:and|y) (?:everything|all|anything|whatever|todo lo) (?:\\w+ ){0,2}(?:under|underneath|beneath|below|debajo)\\b`,
  `^sin nada$|(?:${PEOPLE}) sin nada\\b(?! (?:de|en|que)\\b)|sin (?:(?:ni|una?|sola) )+prendas?\\b|ni una (?:sola )?prenda\\b`,
  `(?:totalmente|completamente|tod[ao]|del todo) (?:al descubierto|descubiert[ao]s?)\\b|encuer(?:a|ad[ao]s?|ar|ala|alo|e|ada)\\b|empelot\\w+|\\bbichi\\b`,
  `quit(?:a|ar|ando|ad[oa])(?:le|les|se|te)? (?:el|los|su|sus) tops?\\b|layers? (?:that )?(?:she|he|they)(?:['’](?:s|ve)| is| are| has| have)? (?:got )?(?:on|wear\\w*)\\b`,
  `unwrap\\w* (?:her|him|them)\\b|(?:layer by layer|piece by piece) (?:\\w+ ){0,3}(?:until|till|to) (?:\\w+ )?(?:skin|nothing)\\b`,
  `(?:${GARMENTS}) (?:(?:straps?|strings?|laces?|knots?) )?(?:untie|unties|untied|untying|come untied)\\b|unty?i(?:e|es|ng) (?:${WHOSE}) (?:(?:${COLOURS}) ){0,2}(?:${GARMENTS}|tops?)${WHOLE}`,
  `full[- ]frontal\\b|(?:anatomy|life drawing|figure drawing) (?:study|model|pose|reference)\\b|tastefully (?:uncovered|bare|exposed)\\b|(?:pose|posing|figure|model),? bare\\b`,
  `(?:${GARMENTS}) (?:${GETS}){0,3}(?:in ?to|to|turn\\w* (?:in)?to|en) (?:\\w+ )?(?:mist|smoke|vapou?r|steam|dust|thin air|niebla|humo|vapor)\\b|(?:melt\\w*|dissolv\\w*|vanish\\w*|disappear\\w*|evaporat\\w*) (?:${CORE_GARMENTS})${WHOLE}`,
  `(?:${GARMENTS}) (?:is |are )?(?:only |just )?painted on\\b|painted[- ]on (?:${CORE_GARMENTS})${WHOLE}|barely (?:cover|hid)\\w*|fishnets?\\b`,
  `(?:kiss\\w*|making out|besando\\w*|besandose) (?:[a-z'’]+ ){0,5}(?:in|on|en) (?:the |a |la |una )?(?:bed|cama)\\b`,
  `(?:${GARMENTS}) caid[ao]s?(?: hasta| a| por)\\b|(?:se quit(?:e|a|en|an)|quit(?:ese|ate|arse|andose)) (?:lo )?tod[ao]s?\\b|(?:abiert|desabotonad|desabrochad|escot)\\w* hasta (?:el ombligo|la cintura)|(?:open|unbuttoned|unzipped|neckline) (?:all the way )?(?:down )?to (?:the|her|his) (?:navel|waist|belly ?button)\\b|muslos (?:abiertos|al aire)`,
  `(?:x[- ]?ray\\w*|rayos[- ]x) (?:(?:vision|view|glasses|photo|scan|of|through|away|off|vista|gafas|de|por|para|que|atraves\\w*|a|traves) ){0,4}${REACH}(?:${GARMENTS})${WHOLE}|(?:${GARMENTS}) (?:(?:\\w+ ){0,3}${BY_X_RAY}|(?:x[- ]?ray|rayos[- ]x)\\b)`,
  `(?!(?:put|fold|pack|stor|tid|clear|hang|giv|turn|fac|of|in|on|from)\\w*)[a-z]+ (?:(?:the|all|${WHOSE}) )+(?:(?:${COLOURS}) ){0,2}(?:${GARMENTS}) away\\b(?! from\\b)|(?:${WHOSE}) (?:(?:${COLOURS}) ){0,2}(?:${OWN_GARMENTS}) away\\b(?! from\\b)`,
  `(?:${GARMENTS}) (?:\\w+ ){0,5}see (?:everything|it all|all of (?:her|him|them)|more of (?:her|him|them))\\b(?! (?:in|on|at|of|from|around|through)\\b)`,
  `(?<!${THING_ON})(?:${GARMENTS}) (?:is |are )?(?:erased|deleted|eliminated|(?:edited|cut|rubbed|airbrushed) out)\\b`,
  `(?:${GARMENTS}) (?:areas? |parts? |regions? )?(?:with|by|con|por) (?:(?:bare|natural|realistic|real|smooth|her|his|su) )*(?:flesh|skin|carne|piel)\\b(?![- ]?(?:tone|colou?r|cream|care))`,
  `(?:paint|inpaint|draw|add|put|fill|pinta|dibuja|rellena|pon) (?:in )?(?:(?:bare|natural|realistic|real|con) )*(?:skin|piel) (?:where|over|under|instead|in place|on the|onto|donde|sobre|en lugar|bajo)\\b`,
].map((says) => new RegExp(`\\b(?:${says})`))

/** In these the same words mean something else; they are left out before. */
export const HARMLESS: readonly RegExp[] = [
  `(?:the|all|those|that|these|this|some|a|an|la|el|las|los|esa|ese|esas|esos|toda la|todas las|todos los) (?:(?:${COLOURS}|dirty|old|folded|hanging|wet|clean|sucia|sucias|vieja|viejo|mojad[oa]s?|doblad[oa]s?) ){0,2}(?:${GARMENTS}|${OWN_GARMENTS}) (?:(?:and|y) (?:(?:the|la|el|${COLOURS}) )?[a-z]+ )?(?:(?:that|which|is|are|lying|hanging|draped|thrown|folded|left|que|esta|estan|cuelga|cuelgan|colgad[oa]s?|hay) ){0,3}(?:from|on|off|in|over|behind|next to|near|under|at|de|en|sobre|del|encima de) (?:(?:the|a|an|that|my|la|el|una|un|los|las|${COLOURS}|wooden|back of the|de) ){0,3}(?:chairs?|armchairs?|sofas?|couch|bed|floor|ground|grass|sand|street|tables?|desk|hangers?|racks?|clothes ?lines?|washing lines?|lines?|rails?|doors?|walls?|windows?|hooks?|closets?|wardrobes?|shel(?:f|ves)|drawers?|baskets?|mannequins?|dumm(?:y|ies)|bench(?:es)?|stools?|railing|fences?|trees?|branch(?:es)?|rope|counter|stand|dryer|machine|bags?|suitcases?|box(?:es)?|pile|balcony|shops?|stores?|silla|sofa|cama|suelo|mesa|perchas?|percheros?|cuerda|tendedero|puerta|pared|ventana|gancho|armario|estante|cest[ao]|maniquies|maniqui|banco|barandilla|valla|arbol|rama|escaparate|fondo|balcon|bolsa|maleta|caja|tienda)\\b`,
  `topless (?:(?:${COLOURS}|classic|vintage|old|sports|open) ){0,2}(?:convertibles?|cabriolets?|roadsters?|jeeps?|cars?|buses|bus)(?: cars?)?\\b(?! (?:wash\\w*|shows?|rides?|${PEOPLE})\\b)`,
  `(?:put|puts|putting) (?:(?:the|all|some|these|those|clean|folded|washed|ironed|${COLOURS}) ){0,3}(?:${GARMENTS}) (?:back |away ){1,2}(?:in|into|inside|on) (?:(?:the|a|an|her|his|their|my|big|old|wooden) ){0,3}(?:wardrobes?|closets?|cupboards?|dressers?|drawers?|chests?|suitcases?|box(?:es)?|baskets?|shel(?:f|ves))\\b`,
  '(?:desnud[ao]s? (?:pared(?:es)?|arbol(?:es)?))|(?:arbol(?:es)?|ramas?|pared(?:es)?|pies|manos|hombros|brazos|suelo|rocas?|bombillas?|ojos?|simple vista) desnud[ao]s?',
  'naked (?:mole[ -]?rats?|cakes?|eyes?|trees?|branch(?:es)?|flames?|bulbs?|rocks?|stones?)|nude (?:colou?red )?(?:lipsticks?|nails?|nail polish|shoes|heels|pumps|make-?up|eye ?shadow|tones?|colou?rs?|palette)|(?:lipsticks?|make-?up|nails|tones?|shoes|heels) (?:in )?nude|(?:color|tono|maquillaje|labial) nude',
  '(?:chicken|turkey|duck|goose|grilled) breasts?|breasts? (?:cancer|strokes?|pockets?|pumps?|milk)|breast of (?:a )?(?:chicken|turkey|duck)|(?:same|opposite|single|both) sex(?:es)?|sex education|sex and the city|sexo (?:femenino|masculino|opuesto|del bebe)|explicit (?:permission|instructions?)|(?:magna |summa )?cum laude|xxx[ -]?large|super ?bowl xxx|open (?:shirt )?collars?|anal(?:og|ys)\\w*|comic strips?|film strips?|strip(?:ping|s|ped)? (?:of |off )?(?:the |old |off )*(?:paint|wallpaper|varnish|bark|wires?|colou?rs?|background|metadata)|picante (?:salsa|comida)|(?:salsa|comida|pollo|sopa) picante|analis\\w*',
].map((says) => new RegExp(`\\b(?:${says})`, 'g'))

/** What an unwanted thing in a negative prompt says, where taking it away undresses. */
export const UNWANTED_COVER =
  /\b(?:clothe?s?|clothing|clothed|dressed|garments?|apparel|fully (?:clothed|dressed)|shirts?|bras?|pants|ropas?|vestid[ao]s?|prendas?|camisas?|camisetas?|pantalon(?:es)?)\b(?![- ](?:logos?|text|stains?|wrinkles?))/

/** Words that are found as well when they are written apart or with letters twice. */
export const PLAIN_WORDS: readonly string[] =
  'naked nude nudes nudity undress undressed undressing topless bottomless shirtless unclothed disrobe nudify lingerie porn nsfw erotic sexy boobs nips nipples penis vagina orgasm desnuda desnudo desnudas desnudos desnudar desnudala desnudarla lenceria porno erotica tetas remove removed clothes clothing shirt dress blouse skirt pants trousers panties underwear bikini swimsuit without dressed ropa camisa camiseta vestido falda blusa bragas'.split(
    ' ',
  )
