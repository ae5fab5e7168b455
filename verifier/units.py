"""Units: those of a program, and those that everybody knows.

A claim in another unit than the variable's says something, and is wrong (N28): `170 usd` where it is 170 eur.  A unit
that nobody knows says nothing.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulelang.grammar import model

_MONEY = (
    "aed afn all amd ang aoa ars aud awg azn bam bbd bdt bgn bhd bif bmd bnd bob brl bsd btn bwp byn bzd cad cdf "
    "chf clp cny cop crc cuc cup cve czk djf dkk dop dzd egp ern etb eur fjd fkp gbp gel ghs gip gmd gnf gtq gyd "
    "hkd hnl hrk htg huf idr ils inr iqd irr isk jmd jod jpy kes kgs khr kmf kpw krw kwd kyd kzt lak lbp lkr lrd "
    "lsl lyd mad mdl mga mkd mmk mnt mop mru mur mvr mwk mxn myr mzn nad ngn nio nok npr nzd omr pab pen pgk php "
    "pkr pln pyg qar ron rsd rub rwf sar sbd scr sdg sek sgd shp sle sos srd ssp stn svc syp szl thb tjs tmt tnd "
    "top try ttd twd tzs uah ugx usd uyu uzs ves vnd vuv wst xaf xcd xof xpf yer zar zmw zwl btc eth cent cents "
    "crown crowns dinar dinars dollar dollars euro euros franc francs krona kronor mark marks pence penny peso "
    "pesos pound pounds rand real reais renminbi ruble rubles rupee rupees won yen yuan"
)
_MEASURES = (
    "kg g mg ug kilo kilos kilogram kilograms gram grams milligram milligrams lb lbs oz ounce ounces stone t ton "
    "tons tonne tonnes m cm mm km metre metres meter meters centimetre centimetres centimeter centimeters kilometre "
    "kilometres kilometer kilometers mi mile miles nm ft foot feet inch inches yd yard yards m2 km2 sqm sqft ha "
    "hectare hectares acre acres m3 l ml cl dl litre litres liter liters gal gallon gallons pint pints w kw mw gw "
    "kwh mwh wh j kj mj cal kcal v a hz khz mhz ghz pa kpa bar psi celsius fahrenheit kelvin bit bits byte bytes kb "
    "mb gb tb kib mib gib kmh mph knots db lux bp bps ms s sec secs second seconds min mins minute minutes h hr hrs "
    "hour hours day days week weeks month months quarter quarters year years percent pct promille ppm point points "
    "piece pieces item items unit units person persons people page pages share shares vote votes degree degrees"
)

COMMON = frozenset((*_MONEY.split(), *_MEASURES.split()))
"""Currencies (ISO 4217) and measures, in small letters."""


def units_of(program: model.Program) -> frozenset[str]:
    """The units in which a program's quantities are declared."""
    return frozenset(_declared(program))


def _declared(program: model.Program) -> Iterable[str]:
    said: list[model.Type] = [fact.type for fact in program.facts.values()]
    said += [outcome.type for outcome in program.outcomes.values()]
    said += [definition.type for definition in program.definitions.values()]
    said += [column for table in program.tables.values() for column in table.types]
    for one in said:
        if isinstance(one, model.NumberType) and one.unit is not None:
            yield one.unit
