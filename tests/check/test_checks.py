"""Each check finds nothing in a sound project, and the one thing that is broken in a broken one."""

from __future__ import annotations

import dataclasses
import re

import pytest
from check_project import Project

from hearts_conformance.check import CHECKS, translations

NEED_A_CORPUS = {"twins", "gate", "choices"}

QUEEN = "conformance/scenarios/first-trick/queen-discard.hearts.yaml"
RULES = "spec/rules/first-trick.yaml"
FIL = "spec/locales/fil"


@pytest.mark.parametrize("name", [each.name for each in CHECKS if each.name not in NEED_A_CORPUS])
def test_a_sound_project_has_no_findings(project: Project, name: str) -> None:
    assert project.find(name) == []


def test_every_check_has_a_name_of_its_own_and_says_what_it_asks() -> None:
    assert len({each.name for each in CHECKS}) == len(CHECKS)
    assert all(each.asks for each in CHECKS)


# Files


def test_a_value_that_the_schema_refuses_is_found(project: Project) -> None:
    line = project.change(RULES, "    when: {first-trick.banned: queen}", "    when: {first-trick.baned: queen}")
    assert project.find("files") == [
        f"{RULES}:{line}: rules/1/when/first-trick.baned: "
        "unknown key 'first-trick.baned'; did you mean first-trick.banned?"
    ]


def test_a_file_that_is_not_yaml_is_found(project: Project) -> None:
    project.write("spec/sheets/broken.yaml", "title: [\n")
    (finding,) = project.find("files")
    assert finding.startswith("spec/sheets/broken.yaml:2: ")


def test_checks_that_need_a_broken_file_are_not_run(project: Project) -> None:
    from hearts_conformance import check

    project.write("spec/sheets/broken.yaml", "title: [\n")
    results = {each.check.name: each.findings for each in check.run(project.load())}
    assert results["ids"] is None
    assert results["scenarios"] is None
    assert results["places"] == ()


def test_a_broken_translation_does_not_keep_the_rules_from_being_checked(project: Project) -> None:
    from hearts_conformance import check

    project.write(f"{FIL}/chapters.yaml", "language: [\n")
    results = {each.check.name: each.findings for each in check.run(project.load())}
    assert results["ids"] == ()
    assert results["translations"] is None


def test_a_file_of_an_unknown_name_is_found(project: Project) -> None:
    project.write("spec/rules/more/joker.yaml", "chapter: joker\n")
    (finding,) = project.find("places")
    assert finding.startswith("spec/rules/more/joker.yaml: no data file of this name belongs here")


def test_a_chapter_in_the_wrong_file_is_found(project: Project) -> None:
    project.file("spec/rules/queen.yaml").rename(project.file("spec/rules/quean.yaml"))
    assert project.find("places") == [
        "spec/rules/quean.yaml:2: chapter: queen stands in a file whose name says quean",
    ]


def test_a_missing_part_is_found(project: Project) -> None:
    project.file("spec/decisions.yaml").unlink()
    assert project.find("files") == ["spec/decisions.yaml: this part of the specification is missing"]


def test_a_schema_that_is_none_is_found(project: Project) -> None:
    project.change("spec/schema/rules.schema.json", '"type": "object"', '"type": "obstacle"')
    (finding,) = project.find("schemas")
    assert finding.startswith("spec/schema/rules.schema.json: type: this is no schema: ")


def test_a_schema_under_a_strange_id_is_found(project: Project) -> None:
    project.change("spec/schema/rules.schema.json", "/schema/rules.schema.json", "/schema/ruled.schema.json")
    (finding,) = project.find("schemas")
    assert "the name of the file asks for" in finding


def test_a_first_line_without_the_schema_is_found(project: Project) -> None:
    project.change(RULES, "# yaml-language-server: $schema=../schema/rules.schema.json\n", "# rules\n")
    assert project.find("first-lines") == [
        f"{RULES}:1: the first line does not name the schema; "
        "it should be # yaml-language-server: $schema=../schema/rules.schema.json"
    ]


# Ids


def test_an_id_that_stands_twice_is_found(project: Project) -> None:
    line = project.change(RULES, "- id: first-trick.off", "- id: first-trick.no-queen")
    (finding,) = project.find("ids")
    assert finding.startswith(f"{RULES}:{line}: first-trick.no-queen: this id already stands at first-trick.yaml:")


def test_a_rule_in_the_file_of_another_chapter_is_found(project: Project) -> None:
    line = project.change(RULES, "- id: first-trick.off", "- id: trick.off")
    assert project.find("homes") == [
        f"{RULES}:{line}: trick.off/id: this rule stands in chapter first-trick; the file of a rule is named by its id"
    ]


def test_a_gap_in_the_numbers_of_statements_is_found(project: Project) -> None:
    line = project.change("spec/statements/cohen-article.yaml", '"004-005"', '"004-099"')
    assert project.find("numbering") == [
        f"spec/statements/cohen-article.yaml:{line}: 004-099/id: "
        "number 005 is due here; statements are numbered without a gap"
    ]


def test_a_statement_with_the_code_of_another_source_is_found(project: Project) -> None:
    line = project.change("spec/statements/cohen-article.yaml", '"004-005"', '"003-005"')
    assert project.find("homes") == [
        f"spec/statements/cohen-article.yaml:{line}: 003-005/id: statements of cohen-article begin with its code, 004"
    ]


def test_a_statement_that_was_lost_is_found(project: Project) -> None:
    name = "spec/statements/cohen-article.yaml"
    text = project.file(name).read_text(encoding="utf-8")
    project.write(name, text[: text.index('  - id: "004-043"')])
    (finding,) = project.find("numbering")
    assert finding.endswith("cohen-article/statements: the source is said to have 43 statements, but 42 stand")


def test_a_statement_on_a_line_that_the_source_does_not_have_is_found(project: Project) -> None:
    name = "spec/statements/cohen-article.yaml"
    line = project.change(name, "    line: ", "    line: 6", after='"004-043"')
    assert project.find("numbering") == [f"{name}:{line}: 004-043/line: cohen-article has no more than 61 lines"]


# Links


def test_a_dead_link_is_found_with_what_was_meant(project: Project) -> None:
    line = project.change("spec/rules/kitty.yaml", "see: [", "see: [kitty.face-up, ", after="id: kitty.visibility")
    assert project.find("rules") == [
        f"spec/rules/kitty.yaml:{line}: kitty.visibility/see/0: there is no rule kitty.face-up; "
        "did you mean kitty.face-down?"
    ]


def test_a_rule_that_rests_on_a_statement_that_is_none_is_found(project: Project) -> None:
    line = project.change("spec/rules/score.yaml", "rests-on: [", "rests-on: [004-999, ", after="id: score.heart\n")
    assert project.find("rules") == [
        f"spec/rules/score.yaml:{line}: score.heart/rests-on/0: there is no statement 004-999; did you mean 004-039?"
    ]


def test_a_policy_in_another_chapter_is_found(project: Project) -> None:
    line = project.change(RULES, "kind: procedure", "kind: policy", after="id: first-trick.off")
    assert project.find("kinds") == [
        f"{RULES}:{line}: first-trick.off/kind: kind policy does not stand in chapter first-trick"
    ]


def test_an_elaboration_of_something_else_than_a_restriction_is_found(project: Project) -> None:
    line = project.change(
        RULES, "elaborates: first-trick.no-hearts", "elaborates: first-trick.off", after="id: first-trick.void-bound"
    )
    assert project.find("kinds") == [
        f"{RULES}:{line}: first-trick.void-bound/elaborates: "
        "first-trick.off is of kind procedure; only a restriction can be elaborated"
    ]


def test_a_condition_that_nothing_can_meet_is_found(project: Project) -> None:
    line = project.change(
        RULES, "    when: {first-trick.banned: queen}", "    when: {open.leader: left-of-dealer, open.card: that-card}"
    )
    assert project.find("conditions") == [
        f"{RULES}:{line}: first-trick.no-queen/when: "
        "no set of options can meet this condition, so that the rule never applies"
    ]


def test_a_restriction_that_the_reference_does_not_know_is_found(project: Project) -> None:
    line = project.change(RULES, "kind: procedure", "kind: restriction", after="id: first-trick.void-bound")
    assert project.find("restrictions") == [
        f"{RULES}:{line}: first-trick.void-bound/kind: "
        "this is a restriction, but the reference never names it in a refusal"
    ]


def test_a_refusal_of_the_reference_that_is_no_restriction_is_found(project: Project) -> None:
    line = project.change(RULES, "kind: restriction", "kind: procedure", after="id: first-trick.no-queen")
    assert project.find("restrictions") == [
        f"{RULES}:{line}: first-trick.no-queen/kind: the reference names this rule in refusals, "
        "but its kind is procedure"
    ]


# Options and sheets


def test_a_default_that_differs_from_the_code_is_found(project: Project) -> None:
    line = project.change("spec/options.yaml", "    default: strip\n", "    default: kitty\n")
    assert project.find("options") == [
        f"spec/options.yaml:{line}: deal.remainder/default: the default is 'kitty', but the code has 'strip'"
    ]


def test_a_value_without_a_label_is_found(project: Project) -> None:
    line = project.change("spec/options.yaml", "      - {value: strip, ", "      # - {value: strip, ")
    assert project.find("options") == [
        f"spec/options.yaml:{line - 1}: deal.remainder/values: the value strip has no label here"
    ]
    assert any("the value strip has no label in options.yaml" in each for each in project.find("values"))


def test_options_in_another_order_are_found(project: Project) -> None:
    project.change("spec/options.yaml", "- id: hearts.lead\n", "- id: LEAD\n")
    project.change("spec/options.yaml", "- id: hearts.lead-release\n", "- id: hearts.lead\n")
    line = project.change("spec/options.yaml", "- id: LEAD\n", "- id: hearts.lead-release\n")
    assert any(
        each.startswith(f"spec/options.yaml:{line}: hearts.lead-release: the order is not that of")
        for each in project.find("options")
    )


def test_an_axis_that_the_options_lack_is_found(project: Project) -> None:
    text = project.file("spec/options.yaml").read_text(encoding="utf-8")
    project.write("spec/options.yaml", text[: text.index("  - id: rating.tie")])
    (finding,) = project.find("options")
    assert finding.endswith("options: missing: rating.tie")


def test_a_sheet_that_does_not_resolve_is_found(project: Project) -> None:
    line = project.change(
        "spec/sheets/cohen.yaml", "4: [left, right, across, hold], else: [left, right]", "else: [left, right, across]"
    )
    assert project.find("sheets")[0] == (
        f"spec/sheets/cohen.yaml:{line}: options/pass.cycle: "
        "pass.cycle passes across, but players: 3 have no seat across"
    )


def test_a_sheet_that_extends_nothing_is_found(project: Project) -> None:
    line = project.change("spec/sheets/cohen.yaml", "extends: qdan", "extends: quan")
    (finding,) = project.find("sheets")
    assert finding.startswith(f"spec/sheets/cohen.yaml:{line}: extends: ")


def test_a_value_for_players_that_a_sheet_is_not_for_is_found(project: Project) -> None:
    line = project.change("spec/sheets/qdan.yaml", "  deck.strip: {3: [2D], 5:", "  deck.strip: {3: [2D], 6: [2D], 5:")
    assert f"spec/sheets/qdan.yaml:{line}: qdan/options/deck.strip/6: the sheet is not for 6 players" in project.find(
        "sheets"
    )


def test_a_source_that_is_none_is_found(project: Project) -> None:
    line = project.change("spec/sheets/cohen.yaml", "sources: [cohen-article", "sources: [cohen-articel")
    assert project.find("sheets")[0] == (
        f"spec/sheets/cohen.yaml:{line}: cohen/sources/0: there is no source cohen-articel; did you mean cohen-article?"
    )


def test_a_change_that_a_table_cannot_make_is_found(project: Project) -> None:
    line = project.change("spec/sheets/qdan.yaml", "  bonus.card: [none, JD]", "  bonus.card: [none, QS]")
    (finding,) = project.find("changeable")
    assert finding.startswith(f"spec/sheets/qdan.yaml:{line}: qdan/changeable/bonus.card/1: bonus.card is QS, which")


# Traces


def test_a_trace_to_nothing_is_found(project: Project) -> None:
    name = "spec/statements/cohen-article.yaml"
    line = project.change(name, "    traced-to: [deck.standard]\n", "    traced-to: [deck.standart]\n")
    assert project.find("statements") == [
        f"{name}:{line}: 004-004/traced-to: there is no rule deck.standart; did you mean deck.standard?"
    ]
    assert any("statement 004-004 is not traced to this rule" in each for each in project.find("traces"))


def test_a_statement_that_is_not_traced_is_found(project: Project) -> None:
    name = "spec/statements/cohen-article.yaml"
    line = project.change(name, "    traced-to: [deck.standard]\n", "    traced-to: []\n")
    (finding,) = project.find("files")
    assert finding.startswith(f"{name}:{line}: statements/3/traced-to: ")


@pytest.mark.parametrize(
    ("target", "sentence"),
    [
        ("moon.modes=add", "there is no option moon.modes; did you mean moon.mode?"),
        ("moon.mode=ad", "moon.mode cannot be ad: it takes add, subtract, choice, auto or none"),
        ("sheet:cohn", "there is no sheet cohn; did you mean cohen?"),
        ("decision:Z99", "there is no decision Z99"),
    ],
)
def test_a_trace_to_a_value_or_sheet_or_decision_that_is_none_is_found(
    project: Project, target: str, sentence: str
) -> None:
    name = "spec/statements/cohen-article.yaml"
    line = project.change(name, "[deck.standard]\n", f"[deck.standard, {target}]\n")
    assert project.find("statements") == [f"{name}:{line}: 004-004/traced-to: {sentence}"]


def test_a_trace_that_the_rule_does_not_return_is_found(project: Project) -> None:
    name = "spec/statements/cohen-article.yaml"
    line = project.change(name, "[deck.standard]\n", "[deck.standard, moon.fails]\n")
    assert project.find("traces") == [
        f"{name}:{line}: 004-004/traced-to/1: rule moon.fails does not rest on this statement"
    ]


def test_a_rule_that_rests_on_nothing_is_found(project: Project) -> None:
    line = project.change("spec/rules/score.yaml", "rests-on: [", "rests-on: []  # ", after="id: score.others-zero")
    assert project.find("grounds") == [
        f"spec/rules/score.yaml:{line}: score.others-zero/rests-on: "
        "this rule rests on no statement, on no decision, and not on custom either"
    ]


def test_a_decision_that_nothing_refers_to_is_found(project: Project) -> None:
    text = project.file("spec/decisions.yaml").read_text(encoding="utf-8")
    more = "  - {id: Z01, title: A, question: B, resolution: C, reason: D, rules: [], says: {nobody: E}}\n"
    project.write("spec/decisions.yaml", text.rstrip("\n") + "\n" + more)
    line = text.rstrip("\n").count("\n") + 2
    assert project.find("decisions") == [
        f"spec/decisions.yaml:{line}: Z01/id: no rule rests on this decision and no statement is traced to it",
        f"spec/decisions.yaml:{line}: Z01/says/nobody: there is no source nobody",
    ]


def test_a_decision_that_names_a_rule_that_does_not_rest_on_it_is_found(project: Project) -> None:
    line = project.change("spec/decisions.yaml", "rules: [", "rules: [queen.lead-free, ", after="id: D02")
    assert project.find("bases") == [
        f"spec/decisions.yaml:{line}: D02/rules/0: rule queen.lead-free does not rest on this decision"
    ]


# Translations


def test_english_that_changed_after_the_seal_is_found(project: Project) -> None:
    project.change(RULES, "first trick", "very first trick", after="id: first-trick.no-queen")
    (finding,) = project.find("translations")
    assert finding.startswith(f"{FIL}/rules.yaml:")
    assert finding.endswith(
        "first-trick.no-queen: the English or the translation has changed since both were read; read them, then: "
        "heartspec check --seal fil:rules:first-trick.no-queen"
    )


def test_a_translation_that_changed_after_the_seal_is_found(project: Project) -> None:
    line = project.change(f"{FIL}/chapters.yaml", "title: Ang mesa", "title: Ang lamesa")
    (finding,) = project.find("translations")
    assert finding.startswith(f"{FIL}/chapters.yaml:{line}: table: the English or the translation has changed")


def test_a_translation_that_was_never_sealed_is_found(project: Project) -> None:
    text = project.file(f"{FIL}/chapters.yaml").read_text(encoding="utf-8")
    start = text.index("seal: h")
    project.write(f"{FIL}/chapters.yaml", text.replace(text[start : start + 15], "seal: unsealed", 1))
    (finding,) = project.find("translations")
    assert "nobody has read this translation against the English" in finding


def test_a_missing_translation_and_an_orphan_are_found(project: Project) -> None:
    line = project.change(f"{FIL}/glossary.yaml", "\n  hearts-suit:", "\n  hearts-sort:") + 1
    top = project.file(f"{FIL}/glossary.yaml").read_text(encoding="utf-8").split("entries:")[0].count("\n") + 1
    assert project.find("translations") == [
        f"{FIL}/glossary.yaml:{top}: hearts-suit: not translated into fil",
        f"{FIL}/glossary.yaml:{line}: hearts-sort: there is nothing of this id to translate",
    ]


def test_a_missing_field_is_found(project: Project) -> None:
    text = project.file(f"{FIL}/options.yaml").read_text(encoding="utf-8")
    label = next(each for each in text.splitlines() if each.startswith("      kitty: "))
    line = text[: text.index(label)].count("\n") + 1
    project.change(f"{FIL}/options.yaml", label + "\n", "")
    findings = project.find("translations")
    assert f"{FIL}/options.yaml:{line - 2}: deal.remainder/values: the value kitty has no label" in findings


def test_what_a_source_says_untranslated_or_too_much_is_found(project: Project) -> None:
    line = project.change(f"{FIL}/decisions.yaml", "      qdan-fil:", "      cohen-article:", after="\n  D01:")
    findings = project.find("translations")
    assert f"{FIL}/decisions.yaml:{line - 1}: D01/says: what qdan-fil says is not translated" in findings
    sentence = "in the English, this source says nothing here"
    assert f"{FIL}/decisions.yaml:{line}: D01/says/cohen-article: {sentence}" in findings


def test_a_statement_that_changed_after_the_seal_or_is_not_translated_is_found(project: Project) -> None:
    name = "spec/statements/cohen-article.yaml"
    project.change(name, "text: Three to seven can play", "text: From three to seven can play")
    line = project.change(f"{FIL}/statements.yaml", '"004-002":', '"004-902":')
    missing, orphan, stale = project.find("translations")
    assert missing.endswith("statements.yaml:3: 004-002: not translated into fil")
    assert "004-003: the English or the translation has changed since both were read" in stale
    assert orphan == f"{FIL}/statements.yaml:{line}: 004-902: there is nothing of this id to translate"


def test_a_language_without_a_kind_is_found(project: Project) -> None:
    project.file(f"{FIL}/decisions.yaml").unlink()
    assert project.find("translations") == [f"{FIL}/decisions.yaml: there is no translation of decisions into fil"]


def test_a_phrase_that_lacks_is_found(project: Project) -> None:
    text = project.file(f"{FIL}/messages.yaml").read_text(encoding="utf-8")
    line = next(each for each in text.splitlines() if "sheet.extends:" in each)
    project.change(f"{FIL}/messages.yaml", line, line.replace("sheet.extends", "sheet.extended"))
    assert [each.split(": ", 1)[1] for each in project.find("messages")] == [
        "sheet.extends: this phrase is missing",
        "sheet.extended: the English has no such phrase",
    ]


def test_a_phrase_with_another_placeholder_is_found(project: Project) -> None:
    text = project.file(f"{FIL}/messages.yaml").read_text(encoding="utf-8")
    old = next(each for each in text.splitlines() if "sheet.extends:" in each)
    line = project.change(f"{FIL}/messages.yaml", old, old.replace("{title}", "{name}"))
    assert project.find("messages") == [
        f"{FIL}/messages.yaml:{line}: sheet.extends: the placeholders must be: {{title}}"
    ]


def test_a_word_that_the_glossary_avoids_is_found(project: Project) -> None:
    line = project.change("spec/rules/score.yaml", "text: Each heart", "text: Each Deuce or heart")
    assert project.find("words") == [
        f"spec/rules/score.yaml:{line}: score.heart/text: the glossary avoids “deuce”; the word is “two”"
    ]


def test_an_avoided_word_inside_another_word_is_left_alone(project: Project) -> None:
    project.change("spec/rules/score.yaml", "text: Each heart", "text: Each deuced heart")
    assert project.find("words") == []


def test_the_entry_that_defines_a_term_may_say_what_it_avoids(project: Project) -> None:
    project.change("spec/glossary.yaml", "The lowest card of each suit.", "The lowest card of each suit, the deuce.")
    assert project.find("words") == []


def test_an_avoided_word_of_another_language_is_found_in_its_texts(project: Project) -> None:
    line = project.change(f"{FIL}/chapters.yaml", "title: Ang mesa", "title: Ang espada")
    assert project.find("words") == [
        f"{FIL}/chapters.yaml:{line}: table/title: the glossary avoids “espada”; the word is “ispada”"
    ]


# Scenarios


def test_a_case_that_decides_no_rule_that_exists_is_found(project: Project) -> None:
    line = project.change(QUEEN, "decides: [first-trick.off]", "decides: [first-trick.of]")
    assert project.find("scenarios") == [
        f"{QUEEN}:{line}: first-trick/queen-discard/no-ban/decides/0: there is no rule first-trick.of; "
        "did you mean first-trick.off?"
    ]


def test_a_scenario_outside_a_chapter_is_found(project: Project) -> None:
    project.file("conformance/scenarios/first-trick").rename(project.file("conformance/scenarios/last-trick"))
    (finding,) = project.find("scenarios")
    assert "there is no chapter last-trick" in finding


def test_a_refusal_that_names_no_restriction_is_found(project: Project) -> None:
    line = project.change(QUEEN, "rule: first-trick.no-queen}", "rule: first-trick.void-bound}")
    assert project.find("refusals") == [
        f"{QUEEN}:{line}: first-trick/queen-discard/ban/steps/1/rule: "
        "first-trick.void-bound is of kind procedure; a refusal names a restriction"
    ]


def test_a_title_that_is_not_translated_is_found(project: Project) -> None:
    name = "conformance/locales/fil/scenarios.yaml"
    project.change(name, "first-trick/queen-discard", "first-trick/queen-thrown")
    assert project.find("titles") == [
        f"{name}:3: first-trick/queen-discard: not translated into fil",
        f"{name}:4: first-trick/queen-thrown: there is nothing of this id to translate",
    ]


def test_a_title_of_a_case_is_translated_by_itself(project: Project) -> None:
    project.change(QUEEN, "  no-ban:", "  no-ban:\n    title: The ban is off")
    name = "conformance/locales/fil/scenarios.yaml"
    findings = project.find("titles")
    assert f"{name}:3: first-trick/queen-discard/no-ban: not translated into fil" in findings
    assert not any("queen-discard/ban" in each for each in findings)
    own = "  first-trick/queen-discard/no-ban: {title: Walang bawal, seal: unsealed}\n"
    project.write(name, project.file(name).read_text(encoding="utf-8") + own)
    translations = {each.split(": ")[1] for each in project.find("titles") if "nobody has read" in each}
    assert translations == {"first-trick/queen-discard/no-ban"}


def test_a_misreading_that_is_not_translated_is_found(project: Project) -> None:
    name = "conformance/locales/fil/misreadings.yaml"
    line = project.change(name, "  turn.clockwise/right:", "  turn.clockwise/wrong:")
    assert project.find("misreadings") == [
        f"{name}:3: turn.clockwise/right: not translated into fil",
        f"{name}:{line}: turn.clockwise/wrong: there is nothing of this id to translate",
    ]


def test_a_proof_is_translated_where_there_is_one_and_nowhere_else(project: Project) -> None:
    name = "conformance/locales/fil/misreadings.yaml"
    proved = r"(  open\.exact-card/lowest-held:.*?)    equivalent:.*?(?=    seal:)"
    text = project.file(name).read_text(encoding="utf-8")
    project.write(name, re.sub(proved, r"\1", text, count=1, flags=re.DOTALL))
    project.change(name, "    seal:", "    equivalent: Wala.\n    seal:", after="  turn.clockwise/right:")
    found = {each.split(": ", 1)[1] for each in project.find("misreadings")}
    assert {each for each in found if "/equivalent" in each} == {
        "open.exact-card/lowest-held/equivalent: the translation lacks equivalent",
        "turn.clockwise/right/equivalent: the English has no equivalent",
    }


def test_a_misreading_that_changed_in_english_has_a_broken_seal(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed = [
        dataclasses.replace(each, misreading="the turn goes right") if each.id == "turn.clockwise/right" else each
        for each in translations.catalogue()
    ]
    monkeypatch.setattr(translations, "catalogue", lambda: changed)
    (finding,) = project.find("misreadings")
    assert ": turn.clockwise/right: the English or the translation has changed since both were read" in finding
    assert finding.endswith("heartspec check --seal fil:misreadings:turn.clockwise/right")


def test_a_restriction_without_a_refusing_or_an_accepting_case_is_found(project: Project) -> None:
    findings = project.find("twins")
    assert not any("first-trick.no-queen" in each for each in findings)
    hearts = [each.split(": ", 2)[2] for each in findings if ": first-trick.no-hearts: " in each]
    assert hearts == [
        "no case that decides this restriction shows a move that it accepts",
        "no case that decides this restriction shows a refusal that names it",
    ]


def test_a_rule_that_no_case_decides_is_found(project: Project) -> None:
    findings = project.find("gate")
    assert any(
        each.endswith(
            "first-trick.lone-card-follows: no case decides this rule, and it does not say why none can (unseen)"
        )
        for each in findings
    )
    assert not any("first-trick.off:" in each or "policy." in each for each in findings)


def test_a_value_that_no_case_tells_from_the_others_is_found(project: Project) -> None:
    findings = project.find("choices")
    assert not any("open.leader/values/0" in each for each in findings)
    assert any(
        each.endswith("open.leader/values/1: no case asks for left-of-dealer and for no other value of this option")
        for each in findings
    )


def test_a_case_that_decides_what_none_can_see_is_found(project: Project) -> None:
    line = project.change(QUEEN, "decides: [first-trick.off]", "decides: [policy.cpu]")
    (finding,) = project.find("excuses")
    assert finding.startswith(
        f"{QUEEN}:{line}: first-trick/queen-discard/no-ban/decides/0: policy.cpu says that no case can see it"
    )


def test_a_retired_id_that_is_used_again_is_found(project: Project) -> None:
    project.write(
        "conformance/scenarios/retired.yaml",
        "# yaml-language-server: $schema=../../spec/schema/retired.schema.json\n"
        "retired:\n"
        "  - {id: first-trick/queen-discard/ban, reason: Wrong., instead: first-trick/queen-discard/no-bann}\n"
        "  - {id: first-trick/gone/away, reason: Said twice., instead: first-trick.no-queen}\n",
    )
    assert project.find("retired") == [
        "conformance/scenarios/retired.yaml:3: first-trick/queen-discard/ban/id: this id is retired, "
        "but stands again at queen-discard.hearts.yaml:8; give the new thing a new id",
        "conformance/scenarios/retired.yaml:3: first-trick/queen-discard/ban/instead: there is no rule, scenario or "
        "case first-trick/queen-discard/no-bann; did you mean first-trick/queen-discard/no-ban?",
    ]


def test_a_known_deviation_of_nothing_is_found(project: Project) -> None:
    project.write(
        "adapters/some/some.known.yaml",
        "known:\n"
        "  - {case: first-trick/queen-discard/bann, reason: Unknown.}\n"
        "  - {rule: joker.*, sheet: qdann, reason: Unknown.}\n"
        "  - {rule: moon.*, reason: Sound.}\n",
    )
    assert project.find("known") == [
        "adapters/some/some.known.yaml:2: first-trick/queen-discard/bann/case: there is no case "
        "first-trick/queen-discard/bann; did you mean first-trick/queen-discard/ban?",
        "adapters/some/some.known.yaml:3: joker.*/rule: no rule has an id like this",
        "adapters/some/some.known.yaml:3: joker.*/sheet: there is no sheet qdann; did you mean qdan?",
    ]


def test_a_condition_that_is_too_wide_is_found(project: Project) -> None:
    """Without its own condition the case would also be about sheets that bar nothing."""
    project.change(QUEEN, "    when: {first-trick.banned: [hearts, queen]}\n", "")
    findings = project.find("scope")
    assert findings
    assert findings[0].startswith(f"{QUEEN}:8: first-trick/queen-discard/ban: with 4 players under ")


def test_a_case_that_applies_nowhere_is_found(project: Project) -> None:
    project.change(QUEEN, "when: {first-trick.banned: []}", "when: {first-trick.banned: [], open.card: any}")
    (finding,) = project.find("scope")
    assert "first-trick/queen-discard/no-ban: " in finding


def test_a_file_found_sound_is_not_proved_again_until_it_changes(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    from hearts_conformance.check import scope

    proved: list[str] = []
    prove = scope.prove_case
    monkeypatch.setattr(scope, "prove_case", lambda case: proved.append(case.name) or prove(case))
    assert project.find("scope") == []
    assert project.find("scope") == []
    assert proved == ["ban", "no-ban"]
    project.change(QUEEN, "title: Void", "title: Quite void")
    assert project.find("scope") == []
    assert proved == ["ban", "no-ban"] * 2
