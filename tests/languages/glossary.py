"""Words players know, in the four languages: what a translation of a text with the English word has to hold. Stems
stand for all forms of a word."""

from __future__ import annotations

TERMS: dict[str, dict[str, str]] = {
    # First Train to Nuremberg
    "investment cube": {
        "pt": "cubos? de investimento",
        "it": "cub[oi] investimento",
        "de": "Investitionswürfel",
    },
    "influence": {"pt": "influência", "it": "influenza", "de": "Einfluss"},
    "government": {"pt": "governo", "it": "governo", "de": "Regierung"},
    "train dealer": {"pt": "negociante de trens", "it": "commerciante di treni", "de": "Zughändler"},
    "auction box": {"pt": "box(es)? de leilão", "it": "casell[ae] d'asta", "de": "Auktionsfeld"},
    "auction": {"pt": "leilão", "it": "ast[ae]", "de": "Auktion"},
    "hop field": {"pt": "campos? de lúpulo", "it": "camp[oi] di luppolo", "de": "Hopfenfeld"},
    "hill": {"pt": "montanha", "it": "collin", "de": "Hügel"},
    "lowland": {"pt": "planície", "it": "pianura", "de": "Tiefland"},
    "upland": {"pt": "vale", "it": "valle", "de": "Hochland"},
    "river": {"pt": "rio", "it": "fium", "de": "Fl[uü]ss"},
    "landlord": {"pt": "donos? de terra", "it": "proprietari", "de": "Grundbesitzer"},
    "passenger": {"pt": "passageir", "it": "passegger", "de": "Passagier"},
    "beer": {"pt": "cerveja", "it": "birr", "de": "Bier"},
    "cheese": {"pt": "queijo", "it": "formaggi", "de": "Käse"},
    "profit and loss": {"pt": "lucros e perdas", "it": "profitti e perdite", "de": "Gewinn und Verlust"},
    "takeover": {"pt": "aquisiç", "it": "acquisizion", "de": "Übernahme"},
    "The South": {"pt": "Sul", "it": "Sud", "de": "Süden"},
    "stations?\\b": {"pt": "estaç", "it": "stazion", "de": "Bahnh[oö]f"},
    # First Class
    "module": {"pt": "módulo", "it": "modul", "de": "Modul"},
    "mail car": {"pt": "vag(ão|ões) posta", "it": "vagon[ei] postal", "de": "Postwaggon"},
    "conductor": {"pt": "condutor", "it": "controllor", "de": "Schaffner"},
    "locomotive tile": {"pt": "fichas? de locomotiva", "it": "tesser[ae] locomotiva", "de": "Lokplättchen"},
    "rail card": {"pt": "cartas? de ferrovia", "it": "cart[ae] ferrovia", "de": "Streckenkarte"},
    "an? upgrade|upgrades?\\b(?! cars| that)": {
        "pt": "melhor",
        "it": "aggiorna",
        "de": "aufwert|wertet .* auf",
    },
    "coin": {"pt": "moeda", "it": "monet", "de": "Münz"},
    "contract": {"pt": "contrato", "it": "contratt", "de": "Auftr[aä]g"},
    "game-end card": {"pt": "cartas? de bônus final", "it": "cart[ae] bonus finale", "de": "Spielendekarte"},
    "celebrit": {"pt": "celebridade", "it": "celebrità", "de": "Berühmtheit"},
    "postcard": {"pt": "cart(ão-postal|ões-postais)", "it": "cartolin", "de": "Postkarte"},
    "murderer": {"pt": "assassino", "it": "assassino", "de": "Mörder"},
    "innocent": {"pt": "inocente", "it": "innocent", "de": "Unschuldig"},
    "evidence": {"pt": "prova", "it": "prov[ae]", "de": "Beweis"},
    "fingerprint": {"pt": "impress(ão|ões) digita", "it": "impront[ae] digital", "de": "Fingerabdr"},
    "destroy evidence": {
        "pt": "destruir provas",
        "it": "distruzione prove",
        "de": "Beweise vernichten|Beweisvernichtung",
    },
    "luggage": {"pt": "bagage", "it": "bagagli", "de": "Gepäck"},
    "switch(es)?\\b": {"pt": "desvio", "it": "scamb", "de": "Weiche"},
    "mechanic": {"pt": "mecânico", "it": "meccanic", "de": "Mechaniker"},
    "gap card": {"pt": "cartas? de intervalo", "it": "cart[ae] gap", "de": "Zwischenkarte"},
    "scoring phase": {"pt": "fases? de pontuação", "it": "assegnazione punteggi", "de": "Wertung"},
}
