<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_US">
<context>
    <name>AccessibleGraph</name>
    <message numerus="yes">
        <source>%n instances: %1</source>
        <translation>
            <numerusform>%n Instanz: %1</numerusform>
            <numerusform>%n Instanzen: %1</numerusform>
        </translation>
    </message>
    <message>
        <source>folded module: %1</source>
        <translation>zugeklapptes Modul: %1</translation>
    </message>
    <message>
        <source>module: %1</source>
        <translation>Modul: %1</translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n weitere</numerusform>
            <numerusform>%n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>depends on %1</source>
        <translation>hängt ab von %1</translation>
    </message>
    <message numerus="yes">
        <source>%n item(s). The arrow keys select neighbors, with Control along edges. Space folds and unfolds modules.</source>
        <translation>
            <numerusform>%n Element. Pfeiltasten gehen zum Benachbarten, mit Strg entlang der Kanten; die Leertaste klappt Module zu.</numerusform>
            <numerusform>%n Elemente. Pfeiltasten gehen zum Benachbarten, mit Strg entlang der Kanten; die Leertaste klappt Module zu.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n finding(s)</source>
        <translation>
            <numerusform>%n Befund</numerusform>
            <numerusform>%n Befunde</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n deposed object(s)</source>
        <translation>
            <numerusform>%n deposed-Objekt</numerusform>
            <numerusform>%n deposed-Objekte</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 more dependencies and %2 more dependents outside the scope</source>
        <translation>%1 weitere Abhängigkeiten und %2 weitere Abhängige außerhalb des Umfangs</translation>
    </message>
    <message>
        <source>changed since the last apply</source>
        <translation>seit der letzten Anwendung geändert</translation>
    </message>
</context>
<context>
    <name>ActionStyle</name>
    <message>
        <source>destroy</source>
        <translation>zerstören</translation>
    </message>
    <message>
        <source>replace</source>
        <translation>ersetzen</translation>
    </message>
    <message>
        <source>forget</source>
        <translation>vergessen</translation>
    </message>
    <message>
        <source>update</source>
        <translation>aktualisieren</translation>
    </message>
    <message>
        <source>create</source>
        <translation>erstellen</translation>
    </message>
    <message>
        <source>read</source>
        <translation>lesen</translation>
    </message>
    <message>
        <source>import</source>
        <translation>importieren</translation>
    </message>
    <message>
        <source>move</source>
        <translation>verschieben</translation>
    </message>
    <message>
        <source>unchanged</source>
        <translation>unverändert</translation>
    </message>
    <message>
        <source>will be destroyed</source>
        <translation>wird zerstört</translation>
    </message>
    <message>
        <source>must be replaced</source>
        <translation>muss ersetzt werden</translation>
    </message>
    <message>
        <source>will no longer be managed</source>
        <translation>wird nicht mehr verwaltet</translation>
    </message>
    <message>
        <source>will be updated in place</source>
        <translation>wird direkt aktualisiert</translation>
    </message>
    <message>
        <source>will be created</source>
        <translation>wird erstellt</translation>
    </message>
    <message>
        <source>will be read during apply</source>
        <translation>wird beim Anwenden gelesen</translation>
    </message>
    <message>
        <source>will be imported</source>
        <translation>wird importiert</translation>
    </message>
    <message>
        <source>has moved</source>
        <translation>wurde verschoben</translation>
    </message>
    <message>
        <source>is unchanged</source>
        <translation>bleibt unverändert</translation>
    </message>
    <message numerus="yes">
        <source>%n will be destroyed</source>
        <translation>
            <numerusform>%n wird zerstört</numerusform>
            <numerusform>%n werden zerstört</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n must be replaced</source>
        <translation>
            <numerusform>%n muss ersetzt werden</numerusform>
            <numerusform>%n müssen ersetzt werden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n will no longer be managed</source>
        <translation>
            <numerusform>%n wird nicht mehr verwaltet</numerusform>
            <numerusform>%n werden nicht mehr verwaltet</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n will be updated in place</source>
        <translation>
            <numerusform>%n wird direkt aktualisiert</numerusform>
            <numerusform>%n werden direkt aktualisiert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n will be created</source>
        <translation>
            <numerusform>%n wird erstellt</numerusform>
            <numerusform>%n werden erstellt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n will be read during apply</source>
        <translation>
            <numerusform>%n wird beim Anwenden gelesen</numerusform>
            <numerusform>%n werden beim Anwenden gelesen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n will be imported</source>
        <translation>
            <numerusform>%n wird importiert</numerusform>
            <numerusform>%n werden importiert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n has moved</source>
        <translation>
            <numerusform>%n wurde verschoben</numerusform>
            <numerusform>%n wurden verschoben</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n is unchanged</source>
        <translation>
            <numerusform>%n bleibt unverändert</numerusform>
            <numerusform>%n bleiben unverändert</numerusform>
        </translation>
    </message>
    <message>
        <source>forget, then create</source>
        <translation>vergessen, dann erstellen</translation>
    </message>
</context>
<context>
    <name>AppliedText</name>
    <message>
        <source>Error:</source>
        <translation>Fehler:</translation>
    </message>
    <message>
        <source>Warning:</source>
        <translation>Warnung:</translation>
    </message>
    <message>
        <source>Outputs</source>
        <translation>Outputs</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
</context>
<context>
    <name>AttributeRows</name>
    <message>
        <source>(known after apply)</source>
        <translation>(nach Anwenden bekannt)</translation>
    </message>
    <message>
        <source>(sensitive value)</source>
        <translation>(vertraulicher Wert)</translation>
    </message>
    <message>
        <source>(hidden: no provider schema)</source>
        <translation>(verborgen: kein Provider-Schema)</translation>
    </message>
</context>
<context>
    <name>ChangeSections</name>
    <message>
        <source>High risk</source>
        <translation>Hohes Risiko</translation>
    </message>
    <message>
        <source>Medium risk</source>
        <translation>Mittleres Risiko</translation>
    </message>
    <message>
        <source>Low risk</source>
        <translation>Geringes Risiko</translation>
    </message>
    <message>
        <source>Not in the configuration</source>
        <translation>Nicht in der Konfiguration</translation>
    </message>
    <message>
        <source>Files not recorded in the plan</source>
        <translation>Dateien, die der Plan nicht nennt</translation>
    </message>
    <message>
        <source>Planned, not applied</source>
        <translation>Geplant, nicht angewendet</translation>
    </message>
</context>
<context>
    <name>CommandPalette</name>
    <message>
        <source>Show: %1</source>
        <translation>Zeigen: %1</translation>
    </message>
</context>
<context>
    <name>Diagnostics</name>
    <message>
        <source>in %1</source>
        <translation>in %1</translation>
    </message>
</context>
<context>
    <name>DriftText</name>
    <message>
        <source>(whole object)</source>
        <translation>(das ganze Objekt)</translation>
    </message>
    <message>
        <source>exists</source>
        <translation>vorhanden</translation>
    </message>
    <message>
        <source>deleted</source>
        <translation>gelöscht</translation>
    </message>
    <message>
        <source>Attribute</source>
        <translation>Attribut</translation>
    </message>
    <message>
        <source>State</source>
        <translation>State</translation>
    </message>
    <message>
        <source>Real object</source>
        <translation>Reales Objekt</translation>
    </message>
    <message>
        <source>Changed outside of %1 since the last apply.</source>
        <translation>Seit der letzten Anwendung außerhalb von %1 geändert.</translation>
    </message>
</context>
<context>
    <name>EdgeReasons</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>und %n weiteres</numerusform>
            <numerusform>und %n weitere</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EventBatcher</name>
    <message>
        <source>Loading</source>
        <translation>Wird geladen</translation>
    </message>
    <message>
        <source>Validating</source>
        <translation>Wird validiert</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>Wird gelesen</translation>
    </message>
    <message>
        <source>Planning</source>
        <translation>Wird geplant</translation>
    </message>
    <message>
        <source>Applying</source>
        <translation>Wird angewendet</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Fertig</translation>
    </message>
</context>
<context>
    <name>Export</name>
    <message>
        <source>The picture is too large to be drawn.</source>
        <translation>Das Bild ist zu groß, um gezeichnet zu werden.</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2</source>
        <translation>%1 kann nicht geschrieben werden: %2</translation>
    </message>
</context>
<context>
    <name>Findings</name>
    <message>
        <source>high</source>
        <translation>hoch</translation>
    </message>
    <message>
        <source>medium</source>
        <translation>mittel</translation>
    </message>
    <message>
        <source>low</source>
        <translation>niedrig</translation>
    </message>
    <message numerus="yes">
        <source>%n objects</source>
        <translation>
            <numerusform>%n Objekt</numerusform>
            <numerusform>%n Objekte</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 It looks like %2.</source>
        <translation>%1 Es gleicht %2.</translation>
    </message>
    <message>
        <source>high risk</source>
        <translation>hohes Risiko</translation>
    </message>
    <message>
        <source>medium risk</source>
        <translation>mittleres Risiko</translation>
    </message>
    <message>
        <source>low risk</source>
        <translation>geringes Risiko</translation>
    </message>
</context>
<context>
    <name>FirstSelection</name>
    <message>
        <source>The plan has no change of %1.</source>
        <translation>Der Plan hat keine Änderung von %1.</translation>
    </message>
</context>
<context>
    <name>GraphDetails</name>
    <message>
        <source>forces replacement</source>
        <translation>erzwingt Ersetzen</translation>
    </message>
    <message>
        <source>known after apply</source>
        <translation>nach Anwenden bekannt</translation>
    </message>
    <message>
        <source>deposed</source>
        <translation>deposed</translation>
    </message>
    <message>
        <source>current</source>
        <translation>aktuell</translation>
    </message>
</context>
<context>
    <name>History</name>
    <message>
        <source>The approved plan cannot be stored</source>
        <translation>Kein Platz für den freigegebenen Plan</translation>
    </message>
    <message>
        <source>The folder %1 cannot be created. Set XDG_STATE_HOME to a writable folder.</source>
        <translation>Der Ordner %1 kann nicht angelegt werden. XDG_STATE_HOME auf einen beschreibbaren Ordner setzen.</translation>
    </message>
    <message>
        <source>The history cannot be saved: %1 cannot be written.</source>
        <translation>Es kann kein Verlauf geführt werden: %1 kann nicht geschrieben werden.</translation>
    </message>
    <message>
        <source>The history was written by a newer version of Planlens. Use that version to open it.</source>
        <translation>Der Verlauf wurde von einem neueren Planlens geschrieben. Mit jenem ist er zu sehen.</translation>
    </message>
    <message>
        <source>The plan file has changed</source>
        <translation>Die Plandatei hat sich geändert</translation>
    </message>
    <message>
        <source>It is no longer the plan that was reviewed. Open it again and review it.</source>
        <translation>Sie enthält nicht mehr den geprüften Plan. Öffnen Sie sie erneut und prüfen Sie ihn.</translation>
    </message>
    <message>
        <source>%1: %2. Make space, or set XDG_STATE_HOME to a writable folder.</source>
        <translation>%1: %2. Schaffen Sie Platz, oder setzen Sie XDG_STATE_HOME auf einen beschreibbaren Ordner.</translation>
    </message>
</context>
<context>
    <name>LogBuffer</name>
    <message numerus="yes">
        <source>… (%n characters)</source>
        <translation>
            <numerusform>… (%n Zeichen)</numerusform>
            <numerusform>… (%n Zeichen)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>NodeStatus</name>
    <message>
        <source>waiting</source>
        <translation>wartet</translation>
    </message>
    <message>
        <source>running</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>done</source>
        <translation>erledigt</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>skipped</source>
        <translation>übersprungen</translation>
    </message>
</context>
<context>
    <name>OverviewText</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>und %n weiteres</numerusform>
            <numerusform>und %n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>No resource changes.</source>
        <translation>Keine Ressource ändert sich.</translation>
    </message>
    <message numerus="yes">
        <source>%n change(s).</source>
        <translation>
            <numerusform>%n Änderung.</numerusform>
            <numerusform>%n Änderungen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) will be destroyed.</source>
        <translation>
            <numerusform>%n Objekt wird zerstört.</numerusform>
            <numerusform>%n Objekte werden zerstört.</numerusform>
        </translation>
    </message>
    <message>
        <source>Findings (%L1)</source>
        <translation>Befunde (%L1)</translation>
    </message>
    <message>
        <source>Failed checks (%L1)</source>
        <translation>Nicht bestandene Prüfungen (%L1)</translation>
    </message>
    <message>
        <source>Changes by module</source>
        <translation>Änderungen nach Modul</translation>
    </message>
    <message>
        <source>root module</source>
        <translation>Root-Modul</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>The cost does not change.</source>
        <translation>Die Kosten ändern sich nicht.</translation>
    </message>
    <message>
        <source>Start review</source>
        <translation>Durchsicht beginnen</translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) changed outside since the last apply.</source>
        <translation>
            <numerusform>%n Objekt wurde seit dem letzten Anwenden außerhalb geändert.</numerusform>
            <numerusform>%n Objekte wurden seit dem letzten Anwenden außerhalb geändert.</numerusform>
        </translation>
    </message>
    <message>
        <source>Show what changed outside</source>
        <translation>Externe Änderungen zeigen</translation>
    </message>
    <message numerus="yes">
        <source>The filter shows %L1 of %n change(s).</source>
        <translation>
            <numerusform>Der Filter zeigt %L1 von %n Änderung.</numerusform>
            <numerusform>Der Filter zeigt %L1 von %n Änderungen.</numerusform>
        </translation>
    </message>
    <message>
        <source>No change matches the filter.</source>
        <translation>Keine Änderung entspricht dem Filter.</translation>
    </message>
    <message numerus="yes">
        <source>%n output(s) change.</source>
        <translation>
            <numerusform>%n Ausgabe ändert sich.</numerusform>
            <numerusform>%n Ausgaben ändern sich.</numerusform>
        </translation>
    </message>
    <message>
        <source>Show the outputs</source>
        <translation>Ausgaben anzeigen</translation>
    </message>
    <message>
        <source>No changes. The real objects match the configuration.</source>
        <translation>Keine Änderungen. Die realen Objekte entsprechen der Konfiguration.</translation>
    </message>
    <message>
        <source>The state matches the real objects.</source>
        <translation>Der Zustand entspricht den realen Objekten.</translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) in the state will be updated.</source>
        <translation>
            <numerusform>%n Objekt im Zustand wird aktualisiert.</numerusform>
            <numerusform>%n Objekte im Zustand werden aktualisiert.</numerusform>
        </translation>
    </message>
    <message>
        <source>Changes (%L1)</source>
        <translation>Änderungen (%L1)</translation>
    </message>
    <message>
        <source>Planned, not applied (%L1)</source>
        <translation>Geplant, nicht angewendet (%L1)</translation>
    </message>
    <message numerus="yes">
        <source>%n of them will be created again.</source>
        <translation>
            <numerusform>%n davon wird neu erstellt.</numerusform>
            <numerusform>%n davon werden neu erstellt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) deleted outside since the last apply.</source>
        <translation>
            <numerusform>%n Objekt wurde seit dem letzten Anwenden außerhalb gelöscht.</numerusform>
            <numerusform>%n Objekte wurden seit dem letzten Anwenden außerhalb gelöscht.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) were deleted outside of %1 and will be created again.</source>
        <translation>
            <numerusform>%n Objekt wurde außerhalb von %1 gelöscht und wird neu erstellt.</numerusform>
            <numerusform>%n Objekte wurden außerhalb von %1 gelöscht und werden neu erstellt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) were deleted outside of %1.</source>
        <translation>
            <numerusform>%n Objekt wurde außerhalb von %1 gelöscht.</numerusform>
            <numerusform>%n Objekte wurden außerhalb von %1 gelöscht.</numerusform>
        </translation>
    </message>
    <message>
        <source>No resource changes until the error.</source>
        <translation>Keine Änderungen an Ressourcen bis zum Fehler.</translation>
    </message>
    <message numerus="yes">
        <source>%n change(s) until the error.</source>
        <translation>
            <numerusform>%n Änderung bis zum Fehler.</numerusform>
            <numerusform>%n Änderungen bis zum Fehler.</numerusform>
        </translation>
    </message>
    <message>
        <source>No object is destroyed.</source>
        <translation>Kein Objekt wird zerstört.</translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) will no longer be managed.</source>
        <translation>
            <numerusform>%n Objekt wird nicht mehr verwaltet.</numerusform>
            <numerusform>%n Objekte werden nicht mehr verwaltet.</numerusform>
        </translation>
    </message>
    <message>
        <source>Planning failed. These changes are incomplete.</source>
        <translation>Das Planen ist fehlgeschlagen. Diese Änderungen sind unvollständig.</translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) will be removed from the state.</source>
        <translation>
            <numerusform>%n Objekt wird aus dem Zustand entfernt.</numerusform>
            <numerusform>%n Objekte werden aus dem Zustand entfernt.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Pages</name>
    <message>
        <source>? unknown</source>
        <translation>? noch unbekannt</translation>
    </message>
    <message>
        <source>✓ passed</source>
        <translation>✓ bestanden</translation>
    </message>
    <message>
        <source>✗ failed</source>
        <translation>✗ fehlgeschlagen</translation>
    </message>
    <message>
        <source>✗ error</source>
        <translation>✗ Fehler</translation>
    </message>
    <message>
        <source>✗ Error</source>
        <translation>✗ Fehler</translation>
    </message>
    <message>
        <source>! Warning</source>
        <translation>! Warnung</translation>
    </message>
    <message>
        <source>ended %1</source>
        <translation>beendet %1</translation>
    </message>
    <message>
        <source>! killed %1</source>
        <translation>! gewaltsam beendet %1</translation>
    </message>
    <message>
        <source>✗ ended: %1, %2</source>
        <translation>✗ beendet: %1, %2</translation>
    </message>
    <message>
        <source>● 1 call running</source>
        <translation>● bearbeitet 1 Aufruf</translation>
    </message>
    <message numerus="yes">
        <source>● %n calls running</source>
        <translation>
            <numerusform>● bearbeitet %n Aufruf</numerusform>
            <numerusform>● bearbeitet %n Aufrufe</numerusform>
        </translation>
    </message>
    <message>
        <source>○ idle since %1</source>
        <translation>○ untätig seit %1</translation>
    </message>
    <message>
        <source>–</source>
        <translation>–</translation>
    </message>
    <message>
        <source>✓ hash checked</source>
        <translation>✓ Hash geprüft</translation>
    </message>
    <message>
        <source>! development override, not checked</source>
        <translation>! in Entwicklung, nicht geprüft</translation>
    </message>
    <message>
        <source>provider</source>
        <translation>Provider</translation>
    </message>
    <message>
        <source>provisioner</source>
        <translation>Provisioner</translation>
    </message>
    <message>
        <source>state</source>
        <translation>State</translation>
    </message>
    <message>
        <source>%1, no response for %2</source>
        <translation>%1, seit %2 keine Antwort</translation>
    </message>
    <message>
        <source>The condition could not be evaluated.</source>
        <translation>Die Bedingung konnte nicht ausgewertet werden.</translation>
    </message>
    <message>
        <source>The condition is not met.</source>
        <translation>Die Bedingung ist nicht erfüllt.</translation>
    </message>
</context>
<context>
    <name>PlanFile</name>
    <message>
        <source>it is not a file</source>
        <translation>es ist keine Datei</translation>
    </message>
    <message>
        <source>it is too large</source>
        <translation>die Datei ist zu groß</translation>
    </message>
    <message>
        <source>The file cannot be read</source>
        <translation>Die Datei kann nicht gelesen werden</translation>
    </message>
    <message>
        <source>%1: %2. Choose another file, or correct its permissions.</source>
        <translation>%1: %2. Eine andere Datei wählen oder die Berechtigungen anpassen.</translation>
    </message>
</context>
<context>
    <name>PlanToCompare</name>
    <message>
        <source>%1 does not contain a plan.</source>
        <translation>%1 enthält keinen Plan.</translation>
    </message>
    <message>
        <source>that plan is incomplete because planning failed</source>
        <translation>Fehler haben jenen Plan abgebrochen, er ist also nicht vollständig</translation>
    </message>
    <message>
        <source>%1 is a state, not a plan. Choose a saved plan, or the JSON of one.</source>
        <translation>%1 ist ein State, kein Plan. Einen gespeicherten Plan oder dessen JSON wählen.</translation>
    </message>
    <message>
        <source>Write it as JSON to compare with it: tofu show -json %1 &gt; plan.json</source>
        <translation>Zum Vergleichen als JSON schreiben: tofu show -json %1 &gt; plan.json</translation>
    </message>
    <message>
        <source>without the schemas of %1, equal arguments may be reported as different; plan once where these providers are installed</source>
        <translation>ohne die Schemas von %1 können Argumente als verschieden gelten, die gleich sind; einmal dort planen, wo diese Provider installiert sind</translation>
    </message>
</context>
<context>
    <name>ProjectText</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>und %n weiteres</numerusform>
            <numerusform>und %n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>forces replacement</source>
        <translation>erzwingt Ersetzen</translation>
    </message>
    <message>
        <source>differs by project</source>
        <translation>je Projekt verschieden</translation>
    </message>
    <message>
        <source>Module %1</source>
        <translation>Modul %1</translation>
    </message>
    <message numerus="yes">
        <source>Differs from %n other project(s): %1</source>
        <translation>
            <numerusform>Anders als bei %n weiteren Projekt: %1</numerusform>
            <numerusform>Anders als bei %n weiteren Projekten: %1</numerusform>
        </translation>
    </message>
    <message>
        <source>Computed by the provider: %1</source>
        <translation>Vom Provider berechnet: %1</translation>
    </message>
    <message>
        <source>Projects (%1)</source>
        <translation>Projekte (%1)</translation>
    </message>
    <message>
        <source>No changes.</source>
        <translation>Keine Änderungen.</translation>
    </message>
    <message>
        <source>Commit %1</source>
        <translation>Commit %1</translation>
    </message>
    <message>
        <source>Findings (%1)</source>
        <translation>Befunde (%1)</translation>
    </message>
    <message>
        <source>Changes (%1)</source>
        <translation>Änderungen (%1)</translation>
    </message>
    <message numerus="yes">
        <source>Since %1, in %n result(s)</source>
        <translation>
            <numerusform>Seit %1, in %n Ergebnis</numerusform>
            <numerusform>Seit %1, in %n Ergebnissen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Since %1 or earlier, in all %n results</source>
        <translation>
            <numerusform>Seit %1 oder früher, in %n Ergebnis</numerusform>
            <numerusform>Seit %1 oder früher, in allen %n Ergebnissen</numerusform>
        </translation>
    </message>
    <message>
        <source>There is no earlier result, so the start of the drift is unknown</source>
        <translation>Es gibt kein früheres Ergebnis; der Beginn der Abweichung ist daher unbekannt</translation>
    </message>
    <message numerus="yes">
        <source>History (%n results)</source>
        <translation>
            <numerusform>Verlauf (%n Ergebnis)</numerusform>
            <numerusform>Verlauf (%n Ergebnisse)</numerusform>
        </translation>
    </message>
    <message>
        <source>✗ failed</source>
        <translation>✗ fehlgeschlagen</translation>
    </message>
    <message>
        <source>drift unknown</source>
        <translation>Abweichungen unbekannt</translation>
    </message>
    <message>
        <source>no drift</source>
        <translation>keine Abweichung</translation>
    </message>
    <message>
        <source>drift %1</source>
        <translation>Abweichungen: %1</translation>
    </message>
    <message>
        <source>These plans do not revert the drift. The configuration does not set these attributes, or ignores their changes.</source>
        <translation>Diese Pläne machen die Abweichung nicht rückgängig. Die Konfiguration legt diese Attribute nicht fest oder ignoriert ihre Änderungen.</translation>
    </message>
    <message numerus="yes">
        <source>The plans of %n of these projects revert the drift.</source>
        <translation>
            <numerusform>Der Plan von %n dieser Projekte macht die Abweichung rückgängig.</numerusform>
            <numerusform>Die Pläne von %n dieser Projekte machen die Abweichung rückgängig.</numerusform>
        </translation>
    </message>
    <message>
        <source>Applying these plans creates the objects again.</source>
        <translation>Diese Pläne anzuwenden erstellt die Objekte wieder.</translation>
    </message>
    <message>
        <source>Applying these plans reverts the drift.</source>
        <translation>Diese Pläne anzuwenden macht die Abweichung rückgängig.</translation>
    </message>
    <message>
        <source>How to undo it</source>
        <translation>So wird sie rückgängig gemacht</translation>
    </message>
    <message>
        <source>Apply the configuration</source>
        <translation>Konfiguration anwenden</translation>
    </message>
    <message>
        <source>Plan in normal mode. The plan creates the objects again.</source>
        <translation>Im Modus normal planen. Der Plan erstellt die Objekte wieder.</translation>
    </message>
    <message>
        <source>Plan in normal mode. The plan restores the values in the configuration.</source>
        <translation>Im Modus normal planen. Der Plan stellt die Werte der Konfiguration wieder her.</translation>
    </message>
    <message>
        <source>Plan in normal mode…</source>
        <translation>Im Modus normal planen…</translation>
    </message>
    <message>
        <source>Update the states</source>
        <translation>States aktualisieren</translation>
    </message>
    <message>
        <source>Apply a refresh-only plan. The drift is gone, but the next plan restores the values in the configuration.</source>
        <translation>Einen Plan anwenden, der nur aktualisiert. Die Abweichung ist dann weg, aber der nächste Plan stellt die Werte der Konfiguration wieder her.</translation>
    </message>
    <message>
        <source>Plan in refresh-only mode…</source>
        <translation>Im Modus refresh-only planen…</translation>
    </message>
    <message>
        <source>Change the configuration</source>
        <translation>Konfiguration ändern</translation>
    </message>
    <message>
        <source>Remove the objects from it.</source>
        <translation>Die Objekte daraus entfernen.</translation>
    </message>
    <message>
        <source>Set the new values in it to keep the objects.</source>
        <translation>Die neuen Werte eintragen und die Objekte so behalten.</translation>
    </message>
    <message>
        <source>Drift (%1)</source>
        <translation>Abweichungen (%1)</translation>
    </message>
    <message>
        <source>%1 with changes</source>
        <translation>%1 mit Änderungen</translation>
    </message>
    <message>
        <source>%1 with drift</source>
        <translation>%1 mit Drift</translation>
    </message>
    <message>
        <source>%1 applied</source>
        <translation>%1 angewendet</translation>
    </message>
    <message>
        <source>%1 failed</source>
        <translation>%1 fehlgeschlagen</translation>
    </message>
    <message>
        <source>%1 not planned</source>
        <translation>%1 nicht geplant</translation>
    </message>
    <message>
        <source>1 project</source>
        <translation>1 Projekt</translation>
    </message>
    <message>
        <source>%1 projects</source>
        <translation>%1 Projekte</translation>
    </message>
    <message>
        <source>gone</source>
        <translation>weg</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>geändert</translation>
    </message>
    <message>
        <source>(%1 objects)</source>
        <translation>(%1 Objekte)</translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n weiteres</numerusform>
            <numerusform>%n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of an earlier run</source>
        <translation>%1 aus einem früheren Lauf</translation>
    </message>
</context>
<context>
    <name>QObject</name>
    <message numerus="yes">
        <source>%n found</source>
        <translation>
            <numerusform>%n gefunden</numerusform>
            <numerusform>%n gefunden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>und %n weiteres</numerusform>
            <numerusform>und %n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>root module</source>
        <translation>Root-Modul</translation>
    </message>
    <message>
        <source>drift</source>
        <translation>Drift</translation>
    </message>
    <message>
        <source>deposed</source>
        <translation>deposed</translation>
    </message>
</context>
<context>
    <name>Questions</name>
    <message>
        <source>under development</source>
        <translation>in Entwicklung</translation>
    </message>
    <message>
        <source>(not installed)</source>
        <translation>(nicht installiert)</translation>
    </message>
    <message>
        <source>(as configured)</source>
        <translation>(wie konfiguriert)</translation>
    </message>
    <message>
        <source>%1 state pull, %1 apply (%2)</source>
        <translation>%1 state pull, %1 apply (%2)</translation>
    </message>
</context>
<context>
    <name>RecentFolders</name>
    <message>
        <source>results of projects</source>
        <translation>Ergebnisse von Projekten</translation>
    </message>
</context>
<context>
    <name>RecentPlans</name>
    <message>
        <source>no changes</source>
        <translation>keine Änderungen</translation>
    </message>
</context>
<context>
    <name>Recorded</name>
    <message>
        <source>replace</source>
        <translation>ersetzen</translation>
    </message>
    <message>
        <source>forget</source>
        <translation>vergessen</translation>
    </message>
    <message>
        <source>update</source>
        <translation>aktualisieren</translation>
    </message>
    <message>
        <source>create</source>
        <translation>erstellen</translation>
    </message>
    <message>
        <source>read</source>
        <translation>lesen</translation>
    </message>
    <message>
        <source>import</source>
        <translation>importieren</translation>
    </message>
    <message>
        <source>move</source>
        <translation>verschieben</translation>
    </message>
    <message>
        <source>no-op</source>
        <translation>unverändert</translation>
    </message>
    <message>
        <source>done</source>
        <translation>erledigt</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>not done</source>
        <translation>nicht erledigt</translation>
    </message>
    <message>
        <source>(known after apply)</source>
        <translation>(nach Anwenden bekannt)</translation>
    </message>
    <message>
        <source>destroy</source>
        <translation>zerstören</translation>
    </message>
</context>
<context>
    <name>RequestHistory</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 und %n weitere</numerusform>
            <numerusform>%1 und %n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>normal mode</source>
        <translation>normaler Modus</translation>
    </message>
    <message>
        <source>refresh only</source>
        <translation>nur Refresh</translation>
    </message>
    <message>
        <source>destroy mode</source>
        <translation>Zerstörmodus</translation>
    </message>
    <message>
        <source>the selected workspace</source>
        <translation>der gewählte Workspace</translation>
    </message>
    <message>
        <source>workspace %1</source>
        <translation>Workspace %1</translation>
    </message>
    <message>
        <source>do not refresh</source>
        <translation>ohne Refresh</translation>
    </message>
    <message>
        <source>refresh</source>
        <translation>mit Refresh</translation>
    </message>
    <message>
        <source>replace %1</source>
        <translation>%1 ersetzen</translation>
    </message>
    <message>
        <source>do not replace %1</source>
        <translation>%1 nicht ersetzen</translation>
    </message>
    <message>
        <source>target %1</source>
        <translation>%1 als Ziel</translation>
    </message>
    <message>
        <source>remove target %1</source>
        <translation>%1 nicht mehr als Ziel</translation>
    </message>
    <message>
        <source>exclude %1</source>
        <translation>%1 ausschließen</translation>
    </message>
    <message>
        <source>include %1</source>
        <translation>%1 einschließen</translation>
    </message>
    <message>
        <source>variable file %1</source>
        <translation>Variablendatei %1</translation>
    </message>
    <message>
        <source>remove variable file %1</source>
        <translation>ohne Variablendatei %1</translation>
    </message>
    <message>
        <source>value of %1</source>
        <translation>Wert von %1</translation>
    </message>
    <message>
        <source>order of options</source>
        <translation>Reihenfolge der Optionen</translation>
    </message>
</context>
<context>
    <name>Rules</name>
    <message>
        <source>Database destroyed</source>
        <translation>Eine Datenbank geht verloren</translation>
    </message>
    <message>
        <source>All data in it is lost unless a backup exists elsewhere.</source>
        <translation>Was darin gespeichert ist, geht mit verloren, sofern es anderswo keine Sicherung gibt.</translation>
    </message>
    <message>
        <source>Volume or file system destroyed</source>
        <translation>Ein Volume oder Dateisystem geht verloren</translation>
    </message>
    <message>
        <source>All data on it is lost unless a snapshot exists.</source>
        <translation>Was darauf gespeichert ist, geht mit verloren, sofern es keinen Snapshot gibt.</translation>
    </message>
    <message>
        <source>Object store destroyed</source>
        <translation>Ein Bucket oder Objektspeicher geht verloren</translation>
    </message>
    <message>
        <source>Everything in it is lost, and others can take its name.</source>
        <translation>Alles darin geht mit verloren, und den Namen kann sich jemand anderes nehmen.</translation>
    </message>
    <message>
        <source>Key or secret destroyed</source>
        <translation>Ein Schlüssel oder Geheimnis geht verloren</translation>
    </message>
    <message>
        <source>Data encrypted or signed with it, and systems accessed with it, become unusable.</source>
        <translation>Was damit verschlüsselt oder signiert wurde oder darüber zugänglich ist, ist nicht mehr verwendbar.</translation>
    </message>
    <message>
        <source>Platform destroyed</source>
        <translation>Worauf anderes läuft, geht verloren</translation>
    </message>
    <message>
        <source>Everything that runs in it, or belongs to it, is lost as well.</source>
        <translation>Alles, was darin läuft oder dazu gehört, geht mit verloren.</translation>
    </message>
    <message>
        <source>Generated value changes</source>
        <translation>Ein erzeugter Wert ändert sich</translation>
    </message>
    <message>
        <source>Names and passwords derived from it change as well.</source>
        <translation>Namen und Passwörter, die daraus gebildet sind, ändern sich ebenfalls.</translation>
    </message>
    <message>
        <source>Many objects destroyed</source>
        <translation>Viele Objekte werden auf einmal zerstört</translation>
    </message>
    <message>
        <source>At least ten objects, or at least half of all objects (five or more), are destroyed without a replacement or before it is created. Versions such as ECS task definitions are not counted.</source>
        <translation>Zehn oder mehr Objekte, oder die Hälfte aller und mindestens fünf, werden ohne Ersatz zerstört, oder bevor der Ersatz erstellt ist. Versionen wie ECS-Task-Definitionen zählen nicht mit.</translation>
    </message>
    <message>
        <source>Possible name conflict</source>
        <translation>Das neue Objekt kann mit dem alten kollidieren</translation>
    </message>
    <message>
        <source>The new object is created before the old one is destroyed and has the same name. This fails if names must be unique.</source>
        <translation>Es wird mit demselben Namen erstellt, bevor das alte zerstört wird; wo Namen eindeutig sein müssen, schlägt das fehl.</translation>
    </message>
    <message>
        <source>Deletion protection removed</source>
        <translation>Der Schutz vor dem Löschen wird aufgehoben</translation>
    </message>
    <message>
        <source>The object can be destroyed afterwards.</source>
        <translation>Von da an kann das Objekt zerstört werden.</translation>
    </message>
    <message>
        <source>prevent_destroy removed</source>
        <translation>prevent_destroy wurde aufgehoben</translation>
    </message>
    <message>
        <source>In the previous plan, the configuration prevented the destruction of this object. It no longer does.</source>
        <translation>Beim vorigen Plan verbot die Konfiguration, dies zu zerstören, jetzt nicht mehr.</translation>
    </message>
    <message>
        <source>No final snapshot</source>
        <translation>Es wird kein letzter Snapshot erstellt</translation>
    </message>
    <message>
        <source>The object is destroyed without a snapshot to restore it from.</source>
        <translation>Es wird ohne einen Snapshot zerstört, aus dem es wiederherstellbar wäre.</translation>
    </message>
    <message>
        <source>Contents deleted without confirmation</source>
        <translation>Es wird zwangsweise geleert</translation>
    </message>
    <message>
        <source>The object is destroyed together with everything in it.</source>
        <translation>Es wird ohne Rückfrage samt Inhalt zerstört.</translation>
    </message>
    <message>
        <source>Open to the internet</source>
        <translation>Für das ganze Internet offen</translation>
    </message>
    <message>
        <source>A rule allows inbound traffic from any address.</source>
        <translation>Eine Regel lässt jede Adresse zu.</translation>
    </message>
    <message>
        <source>Endpoint open to the internet</source>
        <translation>Eine Schnittstelle ist für das ganze Internet offen</translation>
    </message>
    <message>
        <source>Access is not restricted to certain addresses.</source>
        <translation>Ihre Adressen sind nicht eingeschränkt.</translation>
    </message>
    <message>
        <source>Publicly readable</source>
        <translation>Für alle lesbar</translation>
    </message>
    <message>
        <source>Its contents can be read by people outside the organization.</source>
        <translation>Der Inhalt ist auch ohne Anmeldung lesbar.</translation>
    </message>
    <message>
        <source>Public access no longer blocked</source>
        <translation>Öffentlicher Zugriff ist nicht mehr gesperrt</translation>
    </message>
    <message>
        <source>Settings that prevent policies and access lists from making it public are disabled.</source>
        <translation>Was verhinderte, dass Policies und Listen es öffentlich machen, wird aufgehoben.</translation>
    </message>
    <message>
        <source>The settings that prevent policies and access lists from making it public are destroyed.</source>
        <translation>Was verhinderte, dass Policies und Listen es öffentlich machen, wird zerstört.</translation>
    </message>
    <message>
        <source>Policy grants access to everyone</source>
        <translation>Eine Policy erlaubt allen etwas</translation>
    </message>
    <message>
        <source>Its principal is &quot;*&quot;.</source>
        <translation>Ihr Principal ist „*“.</translation>
    </message>
    <message>
        <source>Policy allows all actions</source>
        <translation>Eine Policy erlaubt alles</translation>
    </message>
    <message>
        <source>Its actions are &quot;*&quot;.</source>
        <translation>Ihre Actions sind „*“.</translation>
    </message>
    <message>
        <source>Administrator access granted</source>
        <translation>Jemand wird Administrator</translation>
    </message>
    <message>
        <source>A role with full permissions is granted.</source>
        <translation>Eine Rolle, die alles darf, wird vergeben.</translation>
    </message>
    <message>
        <source>Access granted to everyone</source>
        <translation>Alle werden Mitglied</translation>
    </message>
    <message>
        <source>A role is granted to all users.</source>
        <translation>Eine Rolle wird an alle Benutzer vergeben.</translation>
    </message>
    <message>
        <source>Role allows everything</source>
        <translation>Eine Rolle darf alles</translation>
    </message>
    <message>
        <source>Its verbs and resources are &quot;*&quot;.</source>
        <translation>Ihre Verbs und Resources sind „*“.</translation>
    </message>
    <message>
        <source>Possible rename</source>
        <translation>Mögliche Umbenennung</translation>
    </message>
    <message>
        <source>The object is destroyed here, and a similar one is created at another address. A moved block would keep the object.</source>
        <translation>Hier wird zerstört und anderswo erstellt; ein moved-Block würde das Objekt erhalten.</translation>
    </message>
    <message>
        <source>Log store destroyed</source>
        <translation>Ein Protokollspeicher geht verloren</translation>
    </message>
    <message>
        <source>All logs in it are lost.</source>
        <translation>Alle Protokolle darin gehen verloren.</translation>
    </message>
    <message>
        <source>Network destroyed</source>
        <translation>Netzwerk zerstört</translation>
    </message>
    <message>
        <source>Everything that is attached to it loses its connections.</source>
        <translation>Alles, was daran angeschlossen ist, verliert seine Verbindungen.</translation>
    </message>
    <message>
        <source>DNS zone destroyed</source>
        <translation>DNS-Zone zerstört</translation>
    </message>
    <message>
        <source>No name in the zone resolves any more. A new zone has other name servers.</source>
        <translation>Kein Name der Zone ist mehr auflösbar. Eine neue Zone hat andere Nameserver.</translation>
    </message>
    <message>
        <source>DNS record destroyed</source>
        <translation>DNS-Eintrag zerstört</translation>
    </message>
    <message>
        <source>The name no longer resolves. Resolvers and clients also cache that it does not exist.</source>
        <translation>Der Name ist nicht mehr auflösbar. Resolver und Clients merken sich auch, dass es ihn nicht gibt.</translation>
    </message>
    <message>
        <source>Public address lost</source>
        <translation>Öffentliche Adresse geht verloren</translation>
    </message>
    <message>
        <source>The address is released, and others can get it. DNS records and allow lists that contain it no longer match.</source>
        <translation>Die Adresse wird freigegeben und kann an andere vergeben werden. DNS-Einträge und Freigabelisten, die sie enthalten, passen nicht mehr.</translation>
    </message>
    <message>
        <source>Backups turned off</source>
        <translation>Backups ausgeschaltet</translation>
    </message>
    <message>
        <source>No new backups are made. Existing automatic backups may be deleted.</source>
        <translation>Es werden keine neuen Backups erstellt. Vorhandene automatische Backups werden möglicherweise gelöscht.</translation>
    </message>
    <message>
        <source>Backup retention shortened</source>
        <translation>Aufbewahrung von Backups verkürzt</translation>
    </message>
    <message>
        <source>Backups that are older than the new period are deleted.</source>
        <translation>Backups, die älter sind als die neue Frist, werden gelöscht.</translation>
    </message>
    <message>
        <source>Final snapshot turned off</source>
        <translation>Letzter Snapshot ausgeschaltet</translation>
    </message>
    <message>
        <source>If the object is destroyed later, no snapshot is made to restore it from.</source>
        <translation>Wird das Objekt später zerstört, entsteht kein Snapshot, aus dem es wiederherstellbar wäre.</translation>
    </message>
    <message>
        <source>Standby removed</source>
        <translation>Standby entfernt</translation>
    </message>
    <message>
        <source>If the instance or its zone fails, the service stays down until it is restored.</source>
        <translation>Fällt die Instanz oder ihre Zone aus, bleibt der Dienst bis zur Wiederherstellung unerreichbar.</translation>
    </message>
    <message>
        <source>Scaled to zero</source>
        <translation>Auf null skaliert</translation>
    </message>
    <message>
        <source>No instance remains, so the service stops.</source>
        <translation>Es bleibt keine Instanz übrig, der Dienst steht still.</translation>
    </message>
    <message>
        <source>Versioning suspended</source>
        <translation>Versionierung ausgesetzt</translation>
    </message>
    <message>
        <source>Objects that are overwritten or deleted from now on cannot be restored.</source>
        <translation>Objekte, die ab jetzt überschrieben oder gelöscht werden, sind nicht wiederherstellbar.</translation>
    </message>
    <message>
        <source>Audit log turned off</source>
        <translation>Audit-Protokoll ausgeschaltet</translation>
    </message>
    <message>
        <source>Later actions and attacks are not recorded or detected.</source>
        <translation>Spätere Aktionen und Angriffe werden nicht aufgezeichnet oder erkannt.</translation>
    </message>
    <message>
        <source>Log export removed</source>
        <translation>Protokollexport entfernt</translation>
    </message>
    <message>
        <source>Logs are no longer sent to their destination.</source>
        <translation>Protokolle werden nicht mehr an ihr Ziel gesendet.</translation>
    </message>
    <message>
        <source>Log retention shortened</source>
        <translation>Aufbewahrung von Protokollen verkürzt</translation>
    </message>
    <message>
        <source>Log entries that are older than the new period are deleted.</source>
        <translation>Protokolleinträge, die älter sind als die neue Frist, werden gelöscht.</translation>
    </message>
    <message>
        <source>Encryption in transit removed</source>
        <translation>Verschlüsselung der Übertragung entfernt</translation>
    </message>
    <message>
        <source>Others on the network can read the traffic, and clients that require TLS cannot connect.</source>
        <translation>Andere im Netzwerk können den Verkehr mitlesen, und Clients, die TLS verlangen, können sich nicht verbinden.</translation>
    </message>
    <message>
        <source>Unencrypted connections allowed</source>
        <translation>Unverschlüsselte Verbindungen erlaubt</translation>
    </message>
    <message>
        <source>Clients can connect without TLS, and others on the network can read their traffic.</source>
        <translation>Clients können sich ohne TLS verbinden, und andere im Netzwerk können ihren Verkehr mitlesen.</translation>
    </message>
    <message>
        <source>Key disabled</source>
        <translation>Schlüssel deaktiviert</translation>
    </message>
    <message>
        <source>Data encrypted with it, and systems accessed with it, cannot be used until it is enabled again.</source>
        <translation>Damit verschlüsselte Daten und darüber zugängliche Systeme sind nicht nutzbar, bis er wieder aktiviert wird.</translation>
    </message>
    <message>
        <source>Policy allows all actions of a service</source>
        <translation>Eine Policy erlaubt alle Aktionen eines Dienstes</translation>
    </message>
    <message>
        <source>A new or changed statement allows all actions of a service, for example &quot;s3:*&quot;.</source>
        <translation>Ein neues oder geändertes Statement erlaubt alle Aktionen eines Dienstes, zum Beispiel „s3:*“.</translation>
    </message>
    <message>
        <source>Deny statement removed</source>
        <translation>Deny-Statement entfernt</translation>
    </message>
    <message>
        <source>Actions that the statement denied may become allowed.</source>
        <translation>Aktionen, die das Statement verbot, sind danach möglicherweise erlaubt.</translation>
    </message>
    <message>
        <source>Deny rule removed</source>
        <translation>Deny-Regel entfernt</translation>
    </message>
    <message>
        <source>Traffic that the rule denied may become allowed.</source>
        <translation>Verkehr, den die Regel verbot, ist danach möglicherweise erlaubt.</translation>
    </message>
    <message>
        <source>Destroyed, not created again</source>
        <translation>Zerstört, nicht neu erstellt</translation>
    </message>
    <message>
        <source>The object is to be replaced, but an exclusion leaves out the creation of the new one, and not the destruction of this one. OpenTofu does the same. Exclude this object, too.</source>
        <translation>Das Objekt soll ersetzt werden, aber eine Auslassung nimmt das Erstellen des neuen aus, nicht das Zerstören von diesem. OpenTofu tut dasselbe. Auch dieses Objekt auslassen.</translation>
    </message>
</context>
<context>
    <name>SeveralText</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>und %n weitere</numerusform>
            <numerusform>und %n weitere</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n change(s) selected</source>
        <translation>
            <numerusform>%n Änderung ausgewählt</numerusform>
            <numerusform>%n Änderungen ausgewählt</numerusform>
        </translation>
    </message>
    <message>
        <source>All of them change</source>
        <translation>Alle ändern</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>Änderungen</translation>
    </message>
</context>
<context>
    <name>ShownDrift</name>
    <message>
        <source>Reverted by this plan</source>
        <translation>Von diesem Plan zurückgesetzt</translation>
    </message>
    <message>
        <source>Causes other changes</source>
        <translation>Löst andere Änderungen aus</translation>
    </message>
    <message>
        <source>Updates the state</source>
        <translation>Aktualisiert den State</translation>
    </message>
    <message>
        <source>No effect on this plan</source>
        <translation>Ohne Wirkung auf diesen Plan</translation>
    </message>
    <message>
        <source>No effective change</source>
        <translation>Keine wirksame Änderung</translation>
    </message>
    <message>
        <source>Ignored</source>
        <translation>Ignoriert</translation>
    </message>
    <message>
        <source>Set to another value by this plan</source>
        <translation>Von diesem Plan auf einen anderen Wert gesetzt</translation>
    </message>
    <message>
        <source>Destroyed by this plan</source>
        <translation>Von diesem Plan zerstört</translation>
    </message>
</context>
<context>
    <name>StateSnapshot</name>
    <message>
        <source>The configuration cannot be read</source>
        <translation>Die Konfiguration kann nicht gelesen werden</translation>
    </message>
    <message>
        <source>The backend is therefore unknown. The local state of the folder, if any, is shown.</source>
        <translation>Das Backend ist daher unbekannt. Gezeigt wird der lokale State des Ordners, falls es einen gibt.</translation>
    </message>
    <message>
        <source>The state cannot be read here</source>
        <translation>Der State kann hier nicht gelesen werden</translation>
    </message>
    <message>
        <source>It is on a server (%1), and Planlens contacts no server for an untrusted folder. Trust the folder, plan, and try again.</source>
        <translation>Er liegt auf einem Server (%1), und für einen Ordner, dem nicht vertraut wird, wird kein Server angesprochen. Dem Ordner vertrauen und planen, dann noch einmal nachsehen.</translation>
    </message>
    <message>
        <source>Only another program can read it (%1), and Planlens starts no program in an untrusted folder. Trust the folder, plan, and try again.</source>
        <translation>Nur ein anderes Programm kann ihn lesen (%1), und in einem Ordner, dem nicht vertraut wird, wird nichts gestartet. Dem Ordner vertrauen und planen, dann noch einmal nachsehen.</translation>
    </message>
</context>
<context>
    <name>TextLines</name>
    <message>
        <source>more lines are not shown</source>
        <translation>weitere Zeilen werden nicht gezeigt</translation>
    </message>
    <message numerus="yes">
        <source>%n unchanged lines</source>
        <translation>
            <numerusform>%n unveränderte Zeile</numerusform>
            <numerusform>%n unveränderte Zeilen</numerusform>
        </translation>
    </message>
    <message>
        <source> (changed)</source>
        <comment>a line with a hidden value</comment>
        <translation> (geändert)</translation>
    </message>
    <message>
        <source>sensitive values change</source>
        <translation>vertrauliche Werte ändern sich</translation>
    </message>
    <message>
        <source>sensitive values that change look the same here</source>
        <translation>vertrauliche Werte, die sich ändern, sehen hier gleich aus</translation>
    </message>
</context>
<context>
    <name>TextRows</name>
    <message>
        <source>the rest of the text is not shown</source>
        <translation>mehr von diesem Text wird hier nicht gezeigt</translation>
    </message>
    <message numerus="yes">
        <source>%n more hidden</source>
        <translation>
            <numerusform>%n weitere ausgeblendet</numerusform>
            <numerusform>%n weitere ausgeblendet</numerusform>
        </translation>
    </message>
    <message>
        <source>lines −%1 +%2</source>
        <translation>Zeilen −%1 +%2</translation>
    </message>
    <message numerus="yes">
        <source>%n unchanged hidden</source>
        <translation>
            <numerusform>%n unverändertes ausgeblendet</numerusform>
            <numerusform>%n unveränderte ausgeblendet</numerusform>
        </translation>
    </message>
    <message>
        <source>line %1</source>
        <translation>Zeile %1</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>YAML</source>
        <translation>YAML</translation>
    </message>
    <message>
        <source>text in base64</source>
        <translation>Text in Base64</translation>
    </message>
    <message>
        <source>%1 in base64</source>
        <translation>%1 in Base64</translation>
    </message>
    <message>
        <source>text in gzip in base64</source>
        <translation>Text in gzip in Base64</translation>
    </message>
    <message>
        <source>%1 in gzip in base64</source>
        <translation>%1 in gzip in Base64</translation>
    </message>
    <message>
        <source>only whitespace changes</source>
        <translation>nur Leerraum ändert sich</translation>
    </message>
    <message>
        <source>only the order changes</source>
        <translation>nur die Reihenfolge ändert sich</translation>
    </message>
    <message>
        <source>the order changes too</source>
        <translation>auch die Reihenfolge ändert sich</translation>
    </message>
    <message>
        <source>line ends %1</source>
        <translation>Zeilenenden %1</translation>
    </message>
    <message>
        <source>only the notation changes</source>
        <translation>nur anders geschrieben</translation>
    </message>
    <message>
        <source>decoded</source>
        <translation>dekodiert</translation>
    </message>
    <message>
        <source>PEM</source>
        <translation>PEM</translation>
    </message>
    <message>
        <source>becomes sensitive</source>
        <translation>wird vertraulich</translation>
    </message>
    <message>
        <source>no longer sensitive</source>
        <translation>nicht mehr vertraulich</translation>
    </message>
    <message>
        <source>moved</source>
        <translation>verschoben</translation>
    </message>
</context>
<context>
    <name>Time</name>
    <message>
        <source>yyyy-MM-dd HH:mm:ss</source>
        <extracomment>How dates are written: d, M, y, h, m and s as in Qt&apos;s QDateTime::toString.</extracomment>
        <translation>dd.MM.yyyy HH:mm:ss</translation>
    </message>
    <message numerus="yes">
        <source>%n s ago</source>
        <translation>
            <numerusform>vor %n s</numerusform>
            <numerusform>vor %n s</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n min ago</source>
        <translation>
            <numerusform>vor %n min</numerusform>
            <numerusform>vor %n min</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hour(s) ago</source>
        <translation>
            <numerusform>vor %n Stunde</numerusform>
            <numerusform>vor %n Stunden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n day(s) ago</source>
        <translation>
            <numerusform>vor %n Tag</numerusform>
            <numerusform>vor %n Tagen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>WhyText</name>
    <message>
        <source>configuration</source>
        <translation>Konfiguration</translation>
    </message>
    <message>
        <source>provider</source>
        <translation>Provider</translation>
    </message>
    <message>
        <source>this run</source>
        <translation>dieser Lauf</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>und %n weiteres</numerusform>
            <numerusform>und %n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>the value set for this run</source>
        <translation>der für diesen Lauf angegebene Wert</translation>
    </message>
    <message>
        <source>one of: %1</source>
        <translation>eines davon: %1</translation>
    </message>
    <message>
        <source>the value in the variables file</source>
        <translation>der Wert in der Variablendatei</translation>
    </message>
    <message>
        <source>its default</source>
        <translation>die Vorgabe</translation>
    </message>
    <message>
        <source>Possible rename: %1 is created with the same configuration</source>
        <translation>Mögliche Umbenennung: %1 wird mit derselben Konfiguration erstellt</translation>
    </message>
    <message>
        <source>Possible rename: %1 is destroyed and has the same configuration</source>
        <translation>Mögliche Umbenennung: %1 wird zerstört und hat dieselbe Konfiguration</translation>
    </message>
    <message>
        <source>, except for %1.</source>
        <translation>, bis auf %1.</translation>
    </message>
    <message>
        <source>To keep the object, add this block to the root module: &lt;a href=&apos;copy:&apos; style=&apos;color:%1&apos;&gt;Copy&lt;/a&gt;</source>
        <translation>Mit diesem Block in der Konfiguration des Root-Moduls bleibt das Objekt erhalten: &lt;a href=&apos;copy:&apos; style=&apos;color:%1&apos;&gt;Kopieren&lt;/a&gt;</translation>
    </message>
    <message>
        <source>Show its configuration</source>
        <translation>Konfiguration dazu zeigen</translation>
    </message>
    <message>
        <source> or </source>
        <translation> oder </translation>
    </message>
    <message>
        <source>Causes</source>
        <translation>Ursachen</translation>
    </message>
    <message>
        <source>Cause, inferred from the plan file</source>
        <translation>Ursache, aus der Plandatei abgeleitet</translation>
    </message>
    <message>
        <source>Possible causes, inferred from the plan file</source>
        <translation>Mögliche Ursachen, aus der Plandatei abgeleitet</translation>
    </message>
    <message>
        <source>Root cause, inferred from the plan file</source>
        <translation>Eigentliche Ursache, aus der Plandatei abgeleitet</translation>
    </message>
    <message>
        <source>Root cause</source>
        <translation>Eigentliche Ursache</translation>
    </message>
    <message numerus="yes">
        <source>Affects %n change(s)</source>
        <translation>
            <numerusform>Betrifft %n Änderung</numerusform>
            <numerusform>Betrifft %n Änderungen</numerusform>
        </translation>
    </message>
    <message>
        <source>Also depends on</source>
        <translation>Hängt auch ab von</translation>
    </message>
    <message>
        <source>Unchanged although configured differently</source>
        <translation>Unverändert, obwohl anders konfiguriert</translation>
    </message>
    <message>
        <source>Configuration</source>
        <translation>Konfiguration</translation>
    </message>
    <message>
        <source>Click to copy the address</source>
        <translation>Klicken, um die Adresse zu kopieren</translation>
    </message>
</context>
<context>
    <name>main</name>
    <message>
        <source>Shows what applying an OpenTofu configuration would do, and why.</source>
        <translation>Zeigt, was das Anwenden einer OpenTofu-Konfiguration bewirken würde, und warum.</translation>
    </message>
    <message>
        <source>Write a picture of the window to a PNG file and exit.</source>
        <translation>Das Fenster in eine PNG-Datei zeichnen und beenden.</translation>
    </message>
    <message>
        <source>Size of the window, for example 1280x800.</source>
        <translation>Größe des Fensters, etwa 1280x800.</translation>
    </message>
    <message>
        <source>Theme: light, dark or contrast. Default: the theme of the desktop.</source>
        <translation>Farben: light, dark oder contrast; ohne Angabe die des Desktops.</translation>
    </message>
    <message>
        <source>Select the change with this address.</source>
        <translation>Die Änderung dieser Adresse markieren.</translation>
    </message>
    <message>
        <source>Trust the folder: planning may start its providers and tools.</source>
        <translation>Dem Ordner erlauben, die Programme zu starten, die er nennt.</translation>
    </message>
    <message>
        <source>Apply a what-if to the selection: replace, exclude or target-only.</source>
        <translation>Eine What-if-Option auf die Auswahl anwenden: replace, exclude oder target-only.</translation>
    </message>
    <message>
        <source>Unknown theme %1. The themes are light, dark and contrast.</source>
        <translation>Es gibt kein Farbschema namens %1; es gibt light, dark und contrast.</translation>
    </message>
    <message>
        <source>Specify the folder or plan to show in the picture.</source>
        <translation>Den Ordner nennen, der gezeichnet werden soll.</translation>
    </message>
    <message>
        <source>%1 is neither a folder nor a plan.</source>
        <translation>Es gibt keinen Ordner und keinen Plan %1.</translation>
    </message>
    <message>
        <source>%1 is not a valid size. Example: 1280x800.</source>
        <translation>%1 ist keine Größe; sie wird wie 1280x800 geschrieben.</translation>
    </message>
    <message>
        <source>Show this view: changes, graph, graph-modules, graph-instances, why, findings, drift, outputs, checks, diagnostics, log, providers, difference, order, apply, history, state or approve.</source>
        <translation>Diese Ansicht zeigen: changes, graph, graph-modules, graph-instances, why, findings, drift, outputs, checks, diagnostics, log, providers, difference, order, apply, history, state oder approve.</translation>
    </message>
    <message>
        <source>Add the findings of another tool: SARIF, or JSON of checkov, trivy or conftest. Repeat the option for several files.</source>
        <translation>Die Befunde eines anderen Werkzeugs hinzufügen: SARIF, oder JSON von checkov, trivy oder conftest. Für mehrere Dateien die Option wiederholen.</translation>
    </message>
    <message>
        <source>Show the monthly costs in this file, the JSON of &quot;infracost breakdown&quot; or &quot;infracost diff&quot;.</source>
        <translation>Die monatlichen Kosten aus dieser Datei zeigen, dem JSON von „infracost breakdown“ oder „infracost diff“.</translation>
    </message>
    <message>
        <source>Folder of the root module, or a plan: a saved plan, plan JSON, or - for plan JSON from standard input, or the results of many projects in an object store (s3://, gs:// or azblob://). Each additional one opens in its own tab.</source>
        <translation>Ordner des Root-Moduls; ein fertiger Plan: ein gespeicherter Plan, Plan-JSON oder - für Plan-JSON von der Standardeingabe; oder die Ergebnisse vieler Projekte in einem Objektspeicher (s3://, gs:// oder azblob://). Jedes weitere Argument wird in einem eigenen Tab geöffnet.</translation>
    </message>
</context>
<context>
    <name>planlens::SmallFile</name>
    <message>
        <source>it is not a file</source>
        <translation>es ist keine Datei</translation>
    </message>
    <message>
        <source>it is larger than 1 MiB</source>
        <translation>sie ist größer als 1 MiB</translation>
    </message>
</context>
<context>
    <name>planlens::explain::Words</name>
    <message>
        <source>It moved here from `%1`.</source>
        <translation>Sie wurde von `%1` hierher verschoben.</translation>
    </message>
    <message>
        <source>it is declared and has no object yet</source>
        <translation>deklariert, hat aber noch kein Objekt</translation>
    </message>
    <message>
        <source>its declaration was removed</source>
        <translation>nichts deklariert sie mehr</translation>
    </message>
    <message>
        <source>it is no longer declared</source>
        <translation>nicht mehr deklariert</translation>
    </message>
    <message>
        <source>the configured value of %1 changed</source>
        <translation>%1 ist auf einen anderen Wert konfiguriert</translation>
    </message>
    <message>
        <source>%1 is not known until other changes are applied</source>
        <translation>%1 ist erst bekannt, nachdem anderes angewendet wurde</translation>
    </message>
    <message>
        <source>the sensitivity of %1 changes</source>
        <translation>ob %1 vertraulich ist, ändert sich</translation>
    </message>
    <message>
        <source>a `replace_triggered_by` reference changes</source>
        <translation>was `replace_triggered_by` nennt, ändert sich</translation>
    </message>
    <message>
        <source>a dependency changes first</source>
        <translation>eine Abhängigkeit ändert sich zuerst</translation>
    </message>
    <message>
        <source>a check reads it after the apply</source>
        <translation>eine Prüfung liest sie, nachdem alles angewendet wurde</translation>
    </message>
    <message>
        <source>its address in the configuration changed</source>
        <translation>die Konfiguration gibt ihr eine andere Adresse</translation>
    </message>
    <message>
        <source>the configuration imports it</source>
        <translation>die Konfiguration importiert sie</translation>
    </message>
    <message>
        <source>%1 cannot be changed in place</source>
        <translation>%1 kann an einem vorhandenen Objekt nicht geändert werden</translation>
    </message>
    <message>
        <source>%1 is computed by the provider</source>
        <translation>%1 bekommt einen anderen Wert, der nicht konfiguriert ist</translation>
    </message>
    <message>
        <source>%1 (deposed object %2)</source>
        <translation>%1 (deposed-Objekt %2)</translation>
    </message>
    <message>
        <source>replacement was requested</source>
        <translation>das Ersetzen wurde verlangt</translation>
    </message>
    <message>
        <source>a destroy plan was requested</source>
        <translation>alles zu zerstören wurde verlangt</translation>
    </message>
    <message>
        <source>%1 is unchanged: `ignore_changes` is set to `all`</source>
        <translation>%1 bleibt unverändert: `ignore_changes` ist auf `all` gesetzt</translation>
    </message>
    <message>
        <source>%1 is unchanged: it is listed in `ignore_changes`</source>
        <translation>%1 bleibt, wie es ist: `ignore_changes` nennt es</translation>
    </message>
    <message>
        <source>%1 is unchanged: %2 is listed in `ignore_changes`</source>
        <translation>%1 bleibt, wie es ist: `ignore_changes` nennt %2</translation>
    </message>
    <message>
        <source>%1 is unchanged: the provider treats the configured value as equal</source>
        <translation>%1 bleibt, wie es ist: Für den Provider ist das Konfigurierte dasselbe</translation>
    </message>
    <message>
        <source>%1 is unchanged: plans of this mode change no objects</source>
        <translation>%1 bleibt, wie es ist: Ein Plan dieser Art ändert keine Objekte</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 und %2</translation>
    </message>
    <message>
        <source>It</source>
        <translation>Die Ressource</translation>
    </message>
    <message>
        <source>Its deposed object %1</source>
        <translation>Ihr deposed-Objekt %1</translation>
    </message>
    <message>
        <source>%1 will be imported</source>
        <translation>%1 wird importiert</translation>
    </message>
    <message>
        <source>%1 stays as it is</source>
        <translation>%1 bleibt, wie sie ist</translation>
    </message>
    <message>
        <source>%1 will be created</source>
        <translation>%1 wird erstellt</translation>
    </message>
    <message>
        <source>%1 will be read during apply</source>
        <translation>%1 wird beim Anwenden gelesen</translation>
    </message>
    <message>
        <source>%1 will be updated in place</source>
        <translation>%1 wird direkt aktualisiert</translation>
    </message>
    <message>
        <source>%1 must be replaced</source>
        <translation>%1 muss ersetzt werden</translation>
    </message>
    <message>
        <source>%1 will be destroyed</source>
        <translation>%1 wird zerstört</translation>
    </message>
    <message>
        <source>%1 will be removed from the state without being destroyed</source>
        <translation>%1 wird nicht mehr verwaltet, aber das Objekt bleibt</translation>
    </message>
    <message>
        <source>The new object is created before the old one is destroyed.</source>
        <translation>Das neue Objekt wird erstellt, bevor das alte zerstört wird.</translation>
    </message>
    <message>
        <source>The old object is not destroyed, only forgotten.</source>
        <translation>Das alte Objekt wird nicht zerstört, nur vergessen.</translation>
    </message>
    <message>
        <source>%1 because it is in the configuration and not in the state</source>
        <translation>%1, weil sie in der Konfiguration steht, aber nicht im State</translation>
    </message>
    <message>
        <source>%1 because %2 differs from the object</source>
        <translation>%1, weil %2 vom Objekt abweicht</translation>
    </message>
    <message>
        <source>%1 because %2 differ from the object</source>
        <translation>%1, weil %2 vom Objekt abweichen</translation>
    </message>
    <message>
        <source>%1 is marked as tainted</source>
        <translation>%1 ist als „tainted“ markiert</translation>
    </message>
    <message>
        <source>%1 because it is marked as tainted</source>
        <translation>%1, weil sie als „tainted“ markiert ist</translation>
    </message>
    <message>
        <source>%1 because something in its `replace_triggered_by` changes</source>
        <translation>%1, weil sich etwas in `replace_triggered_by` ändert</translation>
    </message>
    <message>
        <source>%1 because it cannot be updated in place</source>
        <translation>%1, weil sie nicht direkt aktualisiert werden kann</translation>
    </message>
    <message>
        <source>%1 because %2 changed and cannot be updated in place</source>
        <translation>%1, weil sich %2 geändert hat und nicht direkt aktualisiert werden kann</translation>
    </message>
    <message>
        <source>%1 because `%2` is not in the configuration</source>
        <translation>%1, weil `%2` nicht in der Konfiguration steht</translation>
    </message>
    <message>
        <source>%1 because its instance key (none) does not match the `count` or `for_each` of the resource</source>
        <translation>%1, weil der Instanzschlüssel (keiner) nicht dazu passt, wie die Ressource `count` oder `for_each` verwendet</translation>
    </message>
    <message>
        <source>%1 because its instance key `%2` does not match the `count` or `for_each` of the resource</source>
        <translation>%1, weil der Instanzschlüssel `%2` nicht dazu passt, wie die Ressource `count` oder `for_each` verwendet</translation>
    </message>
    <message>
        <source>%1 because index `%2` is out of range for `count`</source>
        <translation>%1, weil der Index `%2` außerhalb von `count` liegt</translation>
    </message>
    <message>
        <source>%1 because `enabled` is false</source>
        <translation>%1, weil `enabled` false ist</translation>
    </message>
    <message>
        <source>%1 because key `%2` is not in `for_each`</source>
        <translation>%1, weil der Schlüssel `%2` nicht in `for_each` steht</translation>
    </message>
    <message>
        <source>%1 because it was moved to `%2`, which is not in the configuration</source>
        <translation>%1, weil sie nach `%2` verschoben wurde, das nicht in der Konfiguration steht</translation>
    </message>
    <message>
        <source>%1 because its configuration refers to values not yet known</source>
        <translation>%1, weil ihre Konfiguration sich auf noch unbekannte Werte bezieht</translation>
    </message>
    <message>
        <source>%1 because it depends on a resource with pending changes</source>
        <translation>%1, weil sie von einer Ressource mit ausstehenden Änderungen abhängt</translation>
    </message>
    <message>
        <source>%1 so that its check is based on the result of the apply</source>
        <translation>%1, damit die Prüfung auf dem Ergebnis des Anwendens beruht</translation>
    </message>
    <message>
        <source>%1 because `lifecycle.destroy` was false when it was last applied</source>
        <translation>%1, weil `lifecycle.destroy` beim letzten Anwenden false war</translation>
    </message>
    <message>
        <source>%1 because `lifecycle.destroy` is false in the configuration</source>
        <translation>%1, weil `lifecycle.destroy` in der Konfiguration false ist</translation>
    </message>
    <message>
        <source>The existing object `%1`</source>
        <translation>Das vorhandene Objekt `%1`</translation>
    </message>
    <message>
        <source>An existing object</source>
        <translation>Ein vorhandenes Objekt</translation>
    </message>
    <message>
        <source>The existing object with %1</source>
        <translation>Das vorhandene Objekt mit %1</translation>
    </message>
    <message>
        <source>%1 is added to the state.</source>
        <translation>%1 wird Teil des States.</translation>
    </message>
    <message>
        <source>%1 is imported first.</source>
        <translation>%1 wird zuerst importiert.</translation>
    </message>
    <message>
        <source>That object is destroyed.</source>
        <translation>Dieses Objekt wird zerstört.</translation>
    </message>
    <message>
        <source>Its configuration is generated.</source>
        <translation>Die Konfiguration dazu wird erzeugt.</translation>
    </message>
    <message>
        <source>%1 because it was left over from an interrupted replacement</source>
        <translation>%1, weil es übrig blieb, als das Ersetzen der Instanz nicht zu Ende kam</translation>
    </message>
    <message>
        <source>%1, through %2</source>
        <translation>%1, über %2</translation>
    </message>
    <message>
        <source>%1, through %2 and %3 more steps</source>
        <translation>%1, über %2 und %3 weitere Schritte</translation>
    </message>
    <message>
        <source>%1, and for 1 more reason</source>
        <translation>%1, und aus 1 weiteren Grund</translation>
    </message>
    <message>
        <source>%1, and for %2 more reasons</source>
        <translation>%1, und aus %2 weiteren Gründen</translation>
    </message>
    <message>
        <source>`replace_triggered_by` refers to it</source>
        <translation>`replace_triggered_by` verweist darauf</translation>
    </message>
    <message>
        <source>`depends_on` refers to it</source>
        <translation>`depends_on` verweist darauf</translation>
    </message>
    <message>
        <source>its provider configuration refers to it</source>
        <translation>seine Provider-Konfiguration verweist darauf</translation>
    </message>
    <message>
        <source>refers to it</source>
        <translation>verweist darauf</translation>
    </message>
    <message>
        <source>%1 refers to it</source>
        <translation>%1 verweist darauf</translation>
    </message>
    <message>
        <source>Imported</source>
        <translation>Importiert</translation>
    </message>
    <message>
        <source>Moved from `%1`</source>
        <translation>Verschoben von `%1`</translation>
    </message>
    <message>
        <source>Unchanged</source>
        <translation>Unverändert</translation>
    </message>
    <message>
        <source>Created</source>
        <translation>Erstellt</translation>
    </message>
    <message>
        <source>Read during apply</source>
        <translation>Wird beim Anwenden gelesen</translation>
    </message>
    <message>
        <source>Updated</source>
        <translation>Geändert</translation>
    </message>
    <message>
        <source>Replaced</source>
        <translation>Ersetzt</translation>
    </message>
    <message>
        <source>Destroyed</source>
        <translation>Zerstört</translation>
    </message>
    <message>
        <source>Removed from the state without being destroyed</source>
        <translation>Nicht mehr verwaltet (das Objekt bleibt)</translation>
    </message>
    <message>
        <source>%1 because of one of: %2</source>
        <translation>%1, Grund ist eines davon: %2</translation>
    </message>
    <message>
        <source>%1 because %2</source>
        <translation>%1, Grund: %2</translation>
    </message>
    <message>
        <source>%1 because one of these changed: %2</source>
        <translation>%1, eines davon hat sich geändert: %2</translation>
    </message>
    <message>
        <source>%1 because its block is new, or %2 changed</source>
        <translation>%1, weil sein Block neu ist oder %2 geändert wurde</translation>
    </message>
    <message>
        <source>%1 because its block is new, or one of these changed: %2</source>
        <translation>%1, weil sein Block neu ist oder eines hiervon geändert wurde: %2</translation>
    </message>
    <message>
        <source>%1 (set by %2)</source>
        <translation>%1 (gesetzt durch %2)</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1 in %2</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1 may have changed</source>
        <translation>%1 hat sich möglicherweise geändert</translation>
    </message>
    <message>
        <source>%1 is known only when applied</source>
        <translation>%1 ist erst beim Anwenden bekannt</translation>
    </message>
    <message>
        <source>the result of %1 changed from %2 to %3</source>
        <translation>das Ergebnis von %1 hat sich von %2 in %3 geändert</translation>
    </message>
    <message>
        <source>the result of %1 changed</source>
        <translation>das Ergebnis von %1 hat sich geändert</translation>
    </message>
    <message>
        <source>the object</source>
        <translation>das Objekt</translation>
    </message>
    <message>
        <source>%1 is created</source>
        <translation>%1 wird erstellt</translation>
    </message>
    <message>
        <source>Created because %1 includes it now</source>
        <translation>Erstellt, weil %1 das Objekt jetzt einschließt</translation>
    </message>
    <message>
        <source>%1 changed from %2 to %3</source>
        <translation>%1 hat sich von %2 in %3 geändert</translation>
    </message>
    <message>
        <source>%1 changed</source>
        <translation>%1 hat sich geändert</translation>
    </message>
    <message>
        <source>%1 changes: %2</source>
        <translation>%1 ändert sich: %2</translation>
    </message>
    <message>
        <source>%1 because the provider computes %2 again; no known value differs</source>
        <translation>%1, weil der Provider %2 neu berechnet; kein bekannter Wert ist anders</translation>
    </message>
    <message>
        <source>%1 because other values are sensitive now</source>
        <translation>%1, weil jetzt andere Werte sensibel sind</translation>
    </message>
    <message>
        <source>%1, but no value differs; the provider gives no reason</source>
        <translation>%1, aber kein Wert ist anders; der Provider nennt keinen Grund</translation>
    </message>
    <message>
        <source>%1 was moved from `%2`</source>
        <translation>%1 wurde von `%2` verschoben</translation>
    </message>
    <message>
        <source>%1 because of a `removed` block</source>
        <translation>%1 wegen eines `removed`-Blocks</translation>
    </message>
    <message>
        <source>Imported and updated</source>
        <translation>Importiert und geändert</translation>
    </message>
    <message>
        <source>Moved and updated</source>
        <translation>Verschoben und geändert</translation>
    </message>
    <message>
        <source>Imported and replaced</source>
        <translation>Importiert und ersetzt</translation>
    </message>
    <message>
        <source>Moved and replaced</source>
        <translation>Verschoben und ersetzt</translation>
    </message>
    <message>
        <source>%1 is no longer set</source>
        <translation>%1 ist nicht mehr gesetzt</translation>
    </message>
    <message>
        <source>the object is marked as tainted, or deposed</source>
        <translation>das Objekt ist als „tainted“ markiert oder abgelöst („deposed“)</translation>
    </message>
    <message>
        <source>%1 changed in line %2</source>
        <translation>%1 wurde in Zeile %2 geändert</translation>
    </message>
    <message>
        <source>%1 or %2</source>
        <translation>%1 oder %2</translation>
    </message>
    <message>
        <source>%1, or one of %2 others</source>
        <translation>%1 oder eines von %2 weiteren</translation>
    </message>
    <message>
        <source>%1, or another one</source>
        <translation>%1 oder ein weiteres</translation>
    </message>
    <message>
        <source>%1 because %2 changed</source>
        <translation>%1, weil %2 geändert wurde</translation>
    </message>
    <message>
        <source>%1; plan JSON does not show where its value comes from</source>
        <translation>%1; Plan-JSON zeigt nicht, woher der Wert kommt</translation>
    </message>
    <message>
        <source>a value in %1</source>
        <translation>ein Wert in %1</translation>
    </message>
    <message>
        <source>%1 was added</source>
        <translation>%1 wurde hinzugefügt</translation>
    </message>
    <message>
        <source>replacement of %1 was requested</source>
        <translation>das Ersetzen von %1 wurde verlangt</translation>
    </message>
    <message>
        <source>%1 is known only when applied, as by `timestamp()`</source>
        <translation>%1 ist erst beim Anwenden bekannt, wie durch `timestamp()`</translation>
    </message>
    <message>
        <source>a file that %1 reads</source>
        <translation>eine Datei, die %1 liest</translation>
    </message>
    <message>
        <source>Replaced, as requested</source>
        <translation>Wird wie verlangt ersetzt</translation>
    </message>
    <message>
        <source>%1, through %2 and %3</source>
        <translation>%1, über %2 und %3</translation>
    </message>
    <message>
        <source>%1, %2 or %3</source>
        <translation>%1, %2 oder %3</translation>
    </message>
    <message>
        <source>%1, %2 or %3 other places</source>
        <translation>%1, %2 oder %3 weitere Stellen</translation>
    </message>
    <message>
        <source>%1 (read in %2)</source>
        <translation>%1 (gelesen in %2)</translation>
    </message>
    <message>
        <source>%1 was set to %2</source>
        <translation>%1 wurde auf %2 gesetzt</translation>
    </message>
    <message>
        <source>the object was deleted outside of %1</source>
        <translation>das Objekt wurde außerhalb von %1 gelöscht</translation>
    </message>
    <message>
        <source>%1 was changed outside of %2</source>
        <translation>%1 wurde außerhalb von %2 geändert</translation>
    </message>
    <message>
        <source>%1 was deleted outside of %2</source>
        <translation>%1 wurde außerhalb von %2 gelöscht</translation>
    </message>
    <message>
        <source>%1 was changed outside of %4 from %2 to %3</source>
        <translation>%1 wurde außerhalb von %4 von %2 in %3 geändert</translation>
    </message>
    <message>
        <source>Not applied, because no target with changes depends on it.</source>
        <translation>Nicht angewendet, weil kein Ziel mit Änderungen davon abhängt.</translation>
    </message>
    <message>
        <source>Not applied, because it is excluded.</source>
        <translation>Nicht angewendet, weil es ausgeschlossen ist.</translation>
    </message>
    <message>
        <source>Not applied, because it depends on an excluded object.</source>
        <translation>Nicht angewendet, weil es von einem ausgeschlossenen Objekt abhängt.</translation>
    </message>
    <message>
        <source>%1 Planned: %2</source>
        <translation>%1 Geplant: %2</translation>
    </message>
    <message>
        <source>Not applied, because it depends on `%1`, which is excluded.</source>
        <translation>Nicht angewendet, weil es von `%1` abhängt, das ausgeschlossen ist.</translation>
    </message>
    <message>
        <source>the object is marked as tainted</source>
        <translation>das Objekt ist als „tainted“ markiert</translation>
    </message>
    <message>
        <source>the object was deposed, and its replacement was not finished</source>
        <translation>das Objekt wurde abgelöst („deposed“), und sein Ersetzen wurde nicht beendet</translation>
    </message>
    <message>
        <source>Destroyed and not created again, because of an exclusion.</source>
        <translation>Zerstört und nicht neu erstellt, wegen einer Auslassung.</translation>
    </message>
    <message>
        <source>%1 is different in each plan</source>
        <translation>%1 ist in jedem Plan anders</translation>
    </message>
</context>
<context>
    <name>planlens::graph::GraphFrame</name>
    <message>
        <source>Zoom out (−)</source>
        <translation>Verkleinern (−)</translation>
    </message>
    <message>
        <source>Fit the graph into the view (F)</source>
        <translation>Graph einpassen (F)</translation>
    </message>
    <message>
        <source>Zoom in (+)</source>
        <translation>Vergrößern (+)</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
</context>
<context>
    <name>planlens::graph::GraphHeader</name>
    <message>
        <source>Direct and indirect dependencies and dependents of the selection.
Ctrl with the arrow keys follows edges.</source>
        <translation>Ressourcen im Graphen, von denen die Auswahl abhängt und die von ihr abhängen, direkt oder über andere.
Strg und die Pfeiltasten folgen den Kanten.</translation>
    </message>
    <message>
        <source>Show unchanged</source>
        <translation>Unveränderte zeigen</translation>
    </message>
    <message>
        <source>no edges</source>
        <translation>keine Kanten</translation>
    </message>
    <message>
        <source>Top to bottom</source>
        <translation>Von oben nach unten</translation>
    </message>
    <message>
        <source>Left to right</source>
        <translation>Von links nach rechts</translation>
    </message>
    <message>
        <source>Top to bottom. Switches to left to right (D).</source>
        <translation>Von oben nach unten. Wechselt zu links nach rechts (D).</translation>
    </message>
    <message>
        <source>Left to right. Switches to top to bottom (D).</source>
        <translation>Von links nach rechts. Wechselt zu oben nach unten (D).</translation>
    </message>
    <message numerus="yes">
        <source>%n finding(s) about them</source>
        <translation>
            <numerusform>%n Befund dazu</numerusform>
            <numerusform>%n Befunde dazu</numerusform>
        </translation>
    </message>
    <message>
        <source>Everything</source>
        <translation>Alles</translation>
    </message>
    <message>
        <source>Around selection</source>
        <translation>Um die Auswahl</translation>
    </message>
    <message>
        <source>By module</source>
        <translation>Nach Modul</translation>
    </message>
    <message>
        <source>By type</source>
        <translation>Nach Typ</translation>
    </message>
    <message>
        <source>Not grouped</source>
        <translation>Ohne Gruppen</translation>
    </message>
    <message numerus="yes">
        <source>%n step(s)</source>
        <translation>
            <numerusform>%n Schritt</numerusform>
            <numerusform>%n Schritte</numerusform>
        </translation>
    </message>
    <message>
        <source>Dependencies</source>
        <translation>Abhängigkeiten</translation>
    </message>
    <message>
        <source>Dependents</source>
        <translation>Abhängige</translation>
    </message>
    <message>
        <source>Scope: %1</source>
        <translation>Umfang: %1</translation>
    </message>
    <message>
        <source>All resources, or those near the selected one</source>
        <translation>Alle Ressourcen oder die im Umkreis der ausgewählten</translation>
    </message>
    <message>
        <source>Depth %1</source>
        <translation>Tiefe %1</translation>
    </message>
    <message>
        <source>Depth %1 · %2</source>
        <translation>Tiefe %1 · %2</translation>
    </message>
    <message>
        <source>Depth: %1 upstream, %2 downstream</source>
        <translation>Tiefe: %1 davor, %2 danach</translation>
    </message>
    <message>
        <source>Number of steps shown upstream and downstream of the selection</source>
        <translation>Wie weit Abhängigkeiten und Abhängige der Auswahl gezeigt werden</translation>
    </message>
    <message>
        <source>Grouping: %1</source>
        <translation>Gruppen: %1</translation>
    </message>
    <message>
        <source>Groups resources by module or type</source>
        <translation>Rahmen um die Ressourcen eines Moduls oder eines Typs</translation>
    </message>
    <message numerus="yes">
        <source>%1 upstream · %n downstream resource(s)</source>
        <translation>
            <numerusform>%1 davor · %n Ressource danach</numerusform>
            <numerusform>%1 davor · %n Ressourcen danach</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>planlens::graph::GraphView</name>
    <message>
        <source>Dependency graph</source>
        <translation>Abhängigkeitsgraph</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>und %n weiteres</numerusform>
            <numerusform>und %n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>Drawing the graph…</source>
        <translation>Der Graph wird gezeichnet…</translation>
    </message>
    <message>
        <source>No resource changes.</source>
        <translation>Keine Ressource ändert sich.</translation>
    </message>
    <message>
        <source>The graph appears here when there is a plan.
Press Ctrl+R to plan.</source>
        <translation>Der Graph erscheint hier, sobald es einen Plan gibt.
Strg+R plant.</translation>
    </message>
    <message>
        <source>The legend hides all resources.</source>
        <translation>Die Legende blendet alle Ressourcen aus.</translation>
    </message>
    <message numerus="yes">
        <source>%n deposed object(s) left over from a replacement</source>
        <translation>
            <numerusform>%n deposed-Objekt, von einem Ersetzen übrig</numerusform>
            <numerusform>%n deposed-Objekte, von einem Ersetzen übrig</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 depends on %2</source>
        <translation>%1 hängt von %2 ab</translation>
    </message>
    <message>
        <source>through resources that are not shown, or only in the state</source>
        <translation>über nicht gezeigte Ressourcen oder nur laut State</translation>
    </message>
    <message numerus="yes">
        <source>and %n more dependencies</source>
        <translation>
            <numerusform>und %n weitere Abhängigkeit</numerusform>
            <numerusform>und %n weitere Abhängigkeiten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more dependencies. Press to show them.</source>
        <translation>
            <numerusform>%n weitere Abhängigkeit. Klicken zeigt sie.</numerusform>
            <numerusform>%n weitere Abhängigkeiten. Klicken zeigt sie.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more dependents. Press to show them.</source>
        <translation>
            <numerusform>%n weitere Abhängige. Klicken zeigt sie.</numerusform>
            <numerusform>%n weitere Abhängige. Klicken zeigt sie.</numerusform>
        </translation>
    </message>
    <message>
        <source>changed since the last apply</source>
        <translation>seit der letzten Anwendung geändert</translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) changed since the last apply</source>
        <translation>
            <numerusform>%n Objekt seit der letzten Anwendung geändert</numerusform>
            <numerusform>%n Objekte seit der letzten Anwendung geändert</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>planlens::graph::Legend</name>
    <message>
        <source>%1, hidden</source>
        <translation>%1, ausgeblendet</translation>
    </message>
    <message>
        <source>Hide these in the graph</source>
        <translation>Im Graph ausblenden</translation>
    </message>
    <message>
        <source>Show these in the graph</source>
        <translation>Im Graph einblenden</translation>
    </message>
    <message>
        <source>no longer exists</source>
        <translation>existiert nicht mehr</translation>
    </message>
    <message>
        <source>changed outside</source>
        <translation>außerhalb geändert</translation>
    </message>
</context>
<context>
    <name>planlens::graph::Minimap</name>
    <message>
        <source>Overview of the graph</source>
        <translation>Übersicht über den Graphen</translation>
    </message>
    <message>
        <source>The arrow keys move the part that the graph shows.</source>
        <translation>Die Pfeiltasten verschieben den Ausschnitt, den der Graph zeigt.</translation>
    </message>
    <message>
        <source>Drag to move the part that is shown</source>
        <translation>Ziehen verschiebt den gezeigten Ausschnitt</translation>
    </message>
</context>
<context>
    <name>planlens::graph::PathBar</name>
    <message>
        <source>Map</source>
        <translation>Übersicht</translation>
    </message>
    <message>
        <source>All resources</source>
        <translation>Alle Ressourcen</translation>
    </message>
    <message>
        <source>Show all modules</source>
        <translation>Alle Module zeigen</translation>
    </message>
    <message>
        <source>Show all resources</source>
        <translation>Alle Ressourcen zeigen</translation>
    </message>
</context>
<context>
    <name>planlens::history::History</name>
    <message>
        <source>the system cannot create a thread for it</source>
        <translation>das System kann keinen Thread dafür anlegen</translation>
    </message>
</context>
<context>
    <name>planlens::models::ApplyModel</name>
    <message>
        <source>waiting</source>
        <translation>wartet</translation>
    </message>
    <message>
        <source>running…</source>
        <translation>läuft…</translation>
    </message>
    <message>
        <source>✓ done</source>
        <translation>✓ erledigt</translation>
    </message>
    <message>
        <source>✗ failed</source>
        <translation>✗ fehlgeschlagen</translation>
    </message>
    <message>
        <source>The result is unknown.</source>
        <translation>Das Ergebnis ist unbekannt.</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Operation</source>
        <translation>Operation</translation>
    </message>
    <message>
        <source>Resource instance</source>
        <translation>Ressourceninstanz</translation>
    </message>
    <message>
        <source>Real object</source>
        <translation>Echtes Objekt</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Meldung</translation>
    </message>
    <message>
        <source>– not started</source>
        <translation>– nicht gestartet</translation>
    </message>
    <message>
        <source>%1 (deposed object %2)</source>
        <translation>%1 (deposed-Objekt %2)</translation>
    </message>
    <message>
        <source>started after %1</source>
        <translation>nach %1 begonnen</translation>
    </message>
    <message>
        <source>started after %1, took %2</source>
        <translation>nach %1 begonnen, dauerte %2</translation>
    </message>
    <message>
        <source>Time line</source>
        <translation>Zeitverlauf</translation>
    </message>
</context>
<context>
    <name>planlens::models::ChangeFilterModel</name>
    <message>
        <source>%1, %L2 of them shown</source>
        <translation>%1, davon %L2 angezeigt</translation>
    </message>
</context>
<context>
    <name>planlens::models::ChangeTreeModel</name>
    <message>
        <source>1 computed attribute: %1</source>
        <translation>1 berechnetes Attribut: %1</translation>
    </message>
    <message numerus="yes">
        <source>%n computed attributes: %1</source>
        <translation>
            <numerusform>%n berechnetes Attribut: %1</numerusform>
            <numerusform>%n berechnete Attribute: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n unchanged hidden</source>
        <translation>
            <numerusform>%n unverändertes ausgeblendet</numerusform>
            <numerusform>%n unveränderte ausgeblendet</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>in %n modules</source>
        <translation>
            <numerusform>in %n Modul</numerusform>
            <numerusform>in %n Modulen</numerusform>
        </translation>
    </message>
    <message>
        <source>from %1</source>
        <translation>ab %1</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>und %n weiteres</numerusform>
            <numerusform>und %n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Änderung</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>Vorher</translation>
    </message>
    <message>
        <source>After</source>
        <translation>Nachher</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Hinweise</translation>
    </message>
    <message>
        <source>Not configured: the provider computes new values during the apply.</source>
        <translation>Nicht konfiguriert: der Provider berechnet beim Anwenden neue Werte.</translation>
    </message>
    <message>
        <source>%L1 of %L2 done</source>
        <translation>%L1 von %L2 erledigt</translation>
    </message>
    <message>
        <source>deposed %1</source>
        <translation>deposed %1</translation>
    </message>
    <message>
        <source>moved from %1</source>
        <translation>verschoben von %1</translation>
    </message>
    <message>
        <source>imported</source>
        <translation>importiert</translation>
    </message>
    <message>
        <source>replacement requested</source>
        <translation>Ersetzen verlangt</translation>
    </message>
    <message>
        <source>tainted</source>
        <translation>tainted</translation>
    </message>
    <message>
        <source>object %1</source>
        <translation>Objekt %1</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>wartet</translation>
    </message>
    <message>
        <source>running…</source>
        <translation>läuft…</translation>
    </message>
    <message>
        <source>running, %1</source>
        <translation>läuft, %1</translation>
    </message>
    <message>
        <source>done</source>
        <translation>erledigt</translation>
    </message>
    <message>
        <source>done in %1</source>
        <translation>erledigt in %1</translation>
    </message>
    <message>
        <source>Known after apply, from</source>
        <translation>Nach dem Anwenden bekannt, aus</translation>
    </message>
    <message>
        <source>forces replacement</source>
        <translation>erzwingt Ersetzen</translation>
    </message>
    <message numerus="yes">
        <source>from %1 and %n more</source>
        <translation>
            <numerusform>aus %1 und %n weiteren</numerusform>
            <numerusform>aus %1 und %n weiteren</numerusform>
        </translation>
    </message>
    <message>
        <source>known after apply</source>
        <translation>nach Anwenden bekannt</translation>
    </message>
    <message>
        <source>sensitive</source>
        <translation>vertraulich</translation>
    </message>
    <message>
        <source>object %1 is not destroyed</source>
        <translation>Objekt %1 wird nicht zerstört</translation>
    </message>
    <message numerus="yes">
        <source>%n finding(s)</source>
        <translation>
            <numerusform>%n Befund</numerusform>
            <numerusform>%n Befunde</numerusform>
        </translation>
    </message>
    <message>
        <source>same change</source>
        <translation>gleiche Änderung</translation>
    </message>
    <message>
        <source>same change on %1</source>
        <translation>gleiche Änderung an %1</translation>
    </message>
    <message>
        <source>1 attribute without effective change: %1</source>
        <translation>1 Attribut ohne wirksame Änderung: %1</translation>
    </message>
    <message numerus="yes">
        <source>%n attributes without effective change: %1</source>
        <translation>
            <numerusform>%n Attribut ohne wirksame Änderung: %1</numerusform>
            <numerusform>%n Attribute ohne wirksame Änderung: %1</numerusform>
        </translation>
    </message>
    <message>
        <source>Most providers treat an empty string, map or list like null: the object does not change.</source>
        <translation>Die meisten Provider behandeln eine leere Zeichenkette, Map oder Liste wie null: Das Objekt ändert sich nicht.</translation>
    </message>
    <message numerus="yes">
        <source>(%n characters, see below)</source>
        <translation>
            <numerusform>(%n Zeichen, siehe unten)</numerusform>
            <numerusform>(%n Zeichen, siehe unten)</numerusform>
        </translation>
    </message>
    <message>
        <source>✗ failed</source>
        <translation>✗ fehlgeschlagen</translation>
    </message>
    <message>
        <source>✗ failed after %1</source>
        <translation>✗ fehlgeschlagen nach %1</translation>
    </message>
    <message>
        <source>no longer exists</source>
        <translation>existiert nicht mehr</translation>
    </message>
    <message>
        <source>State</source>
        <translation>State</translation>
    </message>
    <message>
        <source>Real object</source>
        <translation>Reales Objekt</translation>
    </message>
    <message>
        <source>before: %1</source>
        <translation>vorher: %1</translation>
    </message>
    <message>
        <source>after: %1</source>
        <translation>nachher: %1</translation>
    </message>
    <message>
        <source>✗ %L1 failed</source>
        <translation>✗ %L1 fehlgeschlagen</translation>
    </message>
    <message numerus="yes">
        <source>%n change(s)</source>
        <translation>
            <numerusform>%n Änderung</numerusform>
            <numerusform>%n Änderungen</numerusform>
        </translation>
    </message>
    <message>
        <source>, unchanged: %1</source>
        <translation>, unverändert: %1</translation>
    </message>
    <message>
        <source>(unchanged)</source>
        <translation>(unverändert)</translation>
    </message>
    <message>
        <source>changed since the last apply</source>
        <translation>seit der letzten Anwendung geändert</translation>
    </message>
</context>
<context>
    <name>planlens::models::CostText</name>
    <message>
        <source>%1 per month</source>
        <translation>%1 im Monat</translation>
    </message>
    <message numerus="yes">
        <source>%n resource(s) have no price.</source>
        <translation>
            <numerusform>%n Ressource hat keinen Preis.</numerusform>
            <numerusform>%n Ressourcen haben keinen Preis.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n resource(s) of the estimate are not in this plan.</source>
        <translation>
            <numerusform>%n Ressource der Schätzung ist nicht in diesem Plan.</numerusform>
            <numerusform>%n Ressourcen der Schätzung sind nicht in diesem Plan.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>planlens::models::DifferenceModel</name>
    <message>
        <source>▲ worse</source>
        <translation>▲ schlechter</translation>
    </message>
    <message>
        <source>● new</source>
        <translation>● neu</translation>
    </message>
    <message>
        <source>◆ different</source>
        <translation>◆ anders</translation>
    </message>
    <message>
        <source>▼ better</source>
        <translation>▼ besser</translation>
    </message>
    <message>
        <source>○ removed</source>
        <translation>○ entfallen</translation>
    </message>
    <message>
        <source>–</source>
        <translation>–</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Resource instance</source>
        <translation>Ressourceninstanz</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>Vorher</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>Jetzt</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Unterschied</translation>
    </message>
    <message>
        <source>%1 (deposed object %2)</source>
        <translation>%1 (deposed-Objekt %2)</translation>
    </message>
    <message>
        <source>(order of destroy and create)</source>
        <translation>(die Reihenfolge von Zerstören und Erstellen)</translation>
    </message>
    <message>
        <source>(reason)</source>
        <translation>(der Grund)</translation>
    </message>
    <message>
        <source>(prior object)</source>
        <translation>(vorheriges Objekt)</translation>
    </message>
    <message>
        <source>output %1</source>
        <translation>Output %1</translation>
    </message>
    <message>
        <source>value</source>
        <translation>Wert</translation>
    </message>
    <message numerus="yes">
        <source>%n worse</source>
        <translation>
            <numerusform>%n schlechter</numerusform>
            <numerusform>%n schlechter</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new</source>
        <translation>
            <numerusform>%n neu</numerusform>
            <numerusform>%n neu</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n different</source>
        <translation>
            <numerusform>%n anders</numerusform>
            <numerusform>%n anders</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n better</source>
        <translation>
            <numerusform>%n besser</numerusform>
            <numerusform>%n besser</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n removed</source>
        <translation>
            <numerusform>%n entfallen</numerusform>
            <numerusform>%n entfallen</numerusform>
        </translation>
    </message>
    <message>
        <source>no difference</source>
        <translation>kein Unterschied</translation>
    </message>
    <message numerus="yes">
        <source>%n unchanged</source>
        <translation>
            <numerusform>%n unverändert</numerusform>
            <numerusform>%n unverändert</numerusform>
        </translation>
    </message>
    <message>
        <source>⊘ no longer applied</source>
        <translation>⊘ nicht mehr angewendet</translation>
    </message>
    <message numerus="yes">
        <source>%n no longer applied</source>
        <translation>
            <numerusform>%n nicht mehr angewendet</numerusform>
            <numerusform>%n nicht mehr angewendet</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>planlens::models::DriftModel</name>
    <message>
        <source>recreated by this plan</source>
        <translation>von diesem Plan neu erstellt</translation>
    </message>
    <message>
        <source>reverted by this plan</source>
        <translation>von diesem Plan zurückgesetzt</translation>
    </message>
    <message>
        <source>causes other changes of this plan</source>
        <translation>löst andere Änderungen dieses Plans aus</translation>
    </message>
    <message>
        <source>updates the state</source>
        <translation>aktualisiert den State</translation>
    </message>
    <message>
        <source>no effect</source>
        <translation>ohne Wirkung</translation>
    </message>
    <message>
        <source>ignored by ignore_changes</source>
        <translation>von ignore_changes ignoriert</translation>
    </message>
    <message>
        <source>muted by a rule of this folder</source>
        <translation>von einer Regel dieses Ordners stummgeschaltet</translation>
    </message>
    <message>
        <source>Resource instance</source>
        <translation>Ressourceninstanz</translation>
    </message>
    <message>
        <source>Attribute</source>
        <translation>Attribut</translation>
    </message>
    <message>
        <source>State</source>
        <translation>State</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>Jetzt</translation>
    </message>
    <message>
        <source>Effect</source>
        <translation>Wirkung</translation>
    </message>
    <message numerus="yes">
        <source>%n change(s) of %1</source>
        <comment>of %n object(s)</comment>
        <translation>
            <numerusform>%n Änderung an %1</numerusform>
            <numerusform>%n Änderungen an %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n object(s)</source>
        <comment>as in: changes of 3 objects</comment>
        <translation>
            <numerusform>%n Objekt</numerusform>
            <numerusform>%n Objekten</numerusform>
        </translation>
    </message>
    <message>
        <source>exists</source>
        <translation>vorhanden</translation>
    </message>
    <message>
        <source>deleted</source>
        <translation>gelöscht</translation>
    </message>
    <message>
        <source>(whole object)</source>
        <translation>(das ganze Objekt)</translation>
    </message>
    <message>
        <source>several values</source>
        <translation>mehrere Werte</translation>
    </message>
    <message>
        <source>most providers treat an empty value like null</source>
        <translation>die meisten Provider behandeln einen leeren Wert wie null</translation>
    </message>
    <message>
        <source>set to another value by this plan</source>
        <translation>von diesem Plan auf einen anderen Wert gesetzt</translation>
    </message>
    <message>
        <source>destroyed by this plan</source>
        <translation>von diesem Plan zerstört</translation>
    </message>
    <message numerus="yes">
        <source>Deleted since the last apply (%n object(s))</source>
        <translation>
            <numerusform>Seit der letzten Anwendung gelöscht (%n Objekt)</numerusform>
            <numerusform>Seit der letzten Anwendung gelöscht (%n Objekte)</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1 in %2</translation>
    </message>
</context>
<context>
    <name>planlens::models::LogModel</name>
    <message>
        <source>trace</source>
        <translation>Trace</translation>
    </message>
    <message>
        <source>debug</source>
        <translation>Debug</translation>
    </message>
    <message>
        <source>info</source>
        <translation>Info</translation>
    </message>
    <message>
        <source>! warning</source>
        <translation>! Warnung</translation>
    </message>
    <message>
        <source>✗ error</source>
        <translation>✗ Fehler</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Meldung</translation>
    </message>
</context>
<context>
    <name>planlens::models::ProjectsModel</name>
    <message>
        <source>Project</source>
        <translation>Projekt</translation>
    </message>
    <message>
        <source>Worst action</source>
        <translation>Schlimmste Aktion</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>Änderungen</translation>
    </message>
    <message>
        <source>Risk</source>
        <translation>Risiko</translation>
    </message>
    <message>
        <source>Drift</source>
        <translation>Drift</translation>
    </message>
    <message>
        <source>Planned</source>
        <translation>Geplant</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Workspace</source>
        <translation>Workspace</translation>
    </message>
    <message>
        <source>✗ failed</source>
        <translation>✗ fehlgeschlagen</translation>
    </message>
    <message>
        <source>unchanged</source>
        <translation>unverändert</translation>
    </message>
    <message>
        <source>⚠ %1 high</source>
        <translation>⚠ %1 hoch</translation>
    </message>
    <message>
        <source>⚠ %1 medium</source>
        <translation>⚠ %1 mittel</translation>
    </message>
    <message>
        <source>%1 low</source>
        <translation>%1 niedrig</translation>
    </message>
    <message>
        <source>Owner</source>
        <translation>Zuständig</translation>
    </message>
    <message>
        <source>not planned</source>
        <translation>nicht geplant</translation>
    </message>
    <message>
        <source>✓ applied</source>
        <translation>✓ angewendet</translation>
    </message>
    <message>
        <source>%1 or earlier</source>
        <translation>%1 oder früher</translation>
    </message>
    <message>
        <source>Drift since</source>
        <translation>Abweichung seit</translation>
    </message>
</context>
<context>
    <name>planlens::models::StateTreeModel</name>
    <message>
        <source>%1 · built-in</source>
        <translation>%1 · eingebaut</translation>
    </message>
    <message>
        <source>✓ passed</source>
        <translation>✓ bestanden</translation>
    </message>
    <message>
        <source>✗ failed</source>
        <translation>✗ fehlgeschlagen</translation>
    </message>
    <message>
        <source>✗ error</source>
        <translation>✗ Fehler</translation>
    </message>
    <message>
        <source>? not known</source>
        <translation>? unbekannt</translation>
    </message>
    <message>
        <source>In the state</source>
        <translation>Im State</translation>
    </message>
    <message>
        <source>Object or value</source>
        <translation>Objekt oder Wert</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Provider</source>
        <translation>Provider</translation>
    </message>
    <message numerus="yes">
        <source>%n object(s)</source>
        <translation>
            <numerusform>%n Objekt</numerusform>
            <numerusform>%n Objekte</numerusform>
        </translation>
    </message>
    <message>
        <source>Outputs</source>
        <translation>Outputs</translation>
    </message>
    <message>
        <source>Checks</source>
        <translation>Prüfungen</translation>
    </message>
    <message>
        <source>sensitive</source>
        <translation>vertraulich</translation>
    </message>
    <message>
        <source>◌ deposed %1</source>
        <translation>◌ deposed %1</translation>
    </message>
    <message>
        <source>! tainted</source>
        <translation>! tainted</translation>
    </message>
</context>
<context>
    <name>planlens::models::ValueTreeModel</name>
    <message numerus="yes">
        <source>%n attribute(s) not set</source>
        <translation>
            <numerusform>%n Attribut nicht gesetzt</numerusform>
            <numerusform>%n Attribute nicht gesetzt</numerusform>
        </translation>
    </message>
    <message>
        <source>Attribute</source>
        <translation>Attribut</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
</context>
<context>
    <name>planlens::projects::GroupTexts</name>
    <message>
        <source>%1, and %2 more</source>
        <translation>%1 und %2 weitere</translation>
    </message>
    <message>
        <source>%1: %2 is removed</source>
        <translation>%1: %2 entfällt</translation>
    </message>
    <message>
        <source>also changes %1</source>
        <translation>ändert auch %1</translation>
    </message>
    <message>
        <source>does not change %1</source>
        <translation>ändert %1 nicht</translation>
    </message>
    <message>
        <source>%1 is %2 instead of %3</source>
        <translation>%1 ist %2 statt %3</translation>
    </message>
    <message>
        <source>%1 objects instead of %2</source>
        <translation>%1 Objekte statt %2</translation>
    </message>
    <message>
        <source>instance %1 instead of %2</source>
        <translation>Instanz %1 statt %2</translation>
    </message>
    <message>
        <source>another place in the text</source>
        <translation>andere Stelle im Text</translation>
    </message>
    <message>
        <source>another reason, order of replacement, sensitivity or identifiers</source>
        <translation>anderer Grund, andere Reihenfolge des Ersetzens, Vertraulichkeit oder Kennungen</translation>
    </message>
    <message>
        <source>also %1</source>
        <translation>außerdem %1</translation>
    </message>
    <message>
        <source>%1 of %2 projects also change other objects</source>
        <translation>%1 von %2 Projekten ändern auch andere Objekte</translation>
    </message>
    <message>
        <source>%1 of %2 projects also change other objects; %3 of them destroy or replace some</source>
        <translation>%1 von %2 Projekten ändern auch andere Objekte; %3 davon zerstören oder ersetzen welche</translation>
    </message>
    <message>
        <source>%1 instead of %2</source>
        <translation>%1 statt %2</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>destroys %1</source>
        <translation>%1 zerstört</translation>
    </message>
    <message>
        <source>replaces %1</source>
        <translation>%1 ersetzt</translation>
    </message>
    <message>
        <source>forgets %1</source>
        <translation>%1 vergessen</translation>
    </message>
    <message>
        <source>updates %1</source>
        <translation>%1 aktualisiert</translation>
    </message>
    <message>
        <source>creates %1</source>
        <translation>%1 erstellt</translation>
    </message>
    <message>
        <source>imports %1</source>
        <translation>%1 importiert</translation>
    </message>
    <message>
        <source>moves %1</source>
        <translation>%1 verschoben</translation>
    </message>
</context>
<context>
    <name>planlens::report::DriftTexts</name>
    <message>
        <source>This plan creates it again.</source>
        <translation>Dieser Plan erstellt es neu.</translation>
    </message>
    <message>
        <source>This plan reverts it.</source>
        <translation>Dieser Plan macht das rückgängig.</translation>
    </message>
    <message>
        <source>It causes changes of this plan.</source>
        <translation>Das verursacht Änderungen dieses Plans.</translation>
    </message>
    <message>
        <source>This plan removes it from the state.</source>
        <translation>Dieser Plan entfernt es aus dem State.</translation>
    </message>
    <message>
        <source>This plan writes the new values to the state and does not change the object.</source>
        <translation>Dieser Plan schreibt die neuen Werte in den State und ändert das Objekt nicht.</translation>
    </message>
    <message>
        <source>It has no effect on this plan: no configured attribute differs.</source>
        <translation>Das hat keine Wirkung auf diesen Plan: Kein konfiguriertes Attribut weicht ab.</translation>
    </message>
    <message>
        <source>It has no effective change.</source>
        <translation>Das ändert nichts Wirksames.</translation>
    </message>
    <message>
        <source>The configuration ignores these attributes (ignore_changes).</source>
        <translation>Die Konfiguration ignoriert diese Attribute (ignore_changes).</translation>
    </message>
    <message>
        <source>This plan sets another value.</source>
        <translation>Dieser Plan setzt einen anderen Wert.</translation>
    </message>
    <message>
        <source>This plan destroys the object.</source>
        <translation>Dieser Plan zerstört das Objekt.</translation>
    </message>
    <message>
        <source>This plan does not create it again.</source>
        <translation>Dieser Plan erstellt es nicht neu.</translation>
    </message>
</context>
<context>
    <name>planlens::session::PlanningSession</name>
    <message>
        <source>Too many threads</source>
        <translation>Zu viele Threads</translation>
    </message>
    <message>
        <source>The system cannot create a thread for this window. Nothing was done. Close other programs, or raise the limit on processes and threads of this user (ulimit -u) or of the container. Then plan again.</source>
        <translation>Das System kann keinen Thread für dieses Fenster anlegen. Es wurde nichts getan. Schließen Sie andere Programme, oder erhöhen Sie die Grenze für Prozesse und Threads dieses Benutzers (ulimit -u) oder des Containers. Planen Sie dann erneut.</translation>
    </message>
</context>
<context>
    <name>planlens::session::Worker</name>
    <message>
        <source>Reading the state through %1</source>
        <translation>Der State wird durch %1 gelesen</translation>
    </message>
    <message>
        <source>Loading</source>
        <translation>Wird geladen</translation>
    </message>
    <message>
        <source>No configuration files</source>
        <translation>Keine Konfigurationsdateien</translation>
    </message>
    <message>
        <source>The folder %1 contains no OpenTofu configuration files. Choose a folder with .tf or .tofu files.</source>
        <translation>Der Ordner %1 enthält keine OpenTofu-Konfigurationsdateien. Einen Ordner mit .tf- oder .tofu-Dateien wählen.</translation>
    </message>
    <message>
        <source>The state cannot be read for an estimate</source>
        <translation>Der State kann für eine Schätzung nicht gelesen werden</translation>
    </message>
    <message>
        <source>It is on a server (%1), and an estimate contacts no server for an untrusted folder. Trust the folder and plan.</source>
        <translation>Er liegt auf einem Server (%1), und eine Schätzung spricht für einen Ordner, dem nicht vertraut wird, keinen an. Planen und dem Ordner vertrauen.</translation>
    </message>
    <message>
        <source>Only another program can read it (%1), and an estimate starts no program in an untrusted folder. Trust the folder and plan.</source>
        <translation>Nur ein anderes Programm kann ihn lesen (%1), und eine Schätzung startet keines in einem Ordner, dem nicht vertraut wird. Planen und dem Ordner vertrauen.</translation>
    </message>
    <message>
        <source>Nothing to apply</source>
        <translation>Nichts anzuwenden</translation>
    </message>
    <message>
        <source>This plan cannot be applied. Plan again.</source>
        <translation>Dieser Plan kann nicht angewendet werden. Einen neuen erstellen.</translation>
    </message>
    <message>
        <source>The state has changed</source>
        <translation>Der State hat sich weiterentwickelt</translation>
    </message>
    <message>
        <source>The state changed after this plan was created, so the approved plan is out of date. Nothing was applied. Plan again and approve the new plan.</source>
        <translation>Der State wurde geändert, nachdem dieser Plan erstellt wurde; der freigegebene Plan ist veraltet. Es wurde nichts angewendet. Neu planen und den neuen Plan freigeben.</translation>
    </message>
    <message>
        <source>The standard input</source>
        <translation>Die Standardeingabe</translation>
    </message>
    <message>
        <source>it does not end</source>
        <translation>sie endet nicht</translation>
    </message>
    <message>
        <source>Opening was stopped</source>
        <translation>Das Öffnen wurde angehalten</translation>
    </message>
    <message>
        <source>The plan was not read completely.</source>
        <translation>Der Plan wurde nicht zu Ende gelesen.</translation>
    </message>
    <message>
        <source>standard input</source>
        <translation>Standardeingabe</translation>
    </message>
    <message>
        <source>Reading the plan</source>
        <translation>Der Plan wird gelesen</translation>
    </message>
    <message>
        <source>plan JSON</source>
        <translation>Plan-JSON</translation>
    </message>
    <message>
        <source>plan JSON, format %1</source>
        <translation>Plan-JSON, Format %1</translation>
    </message>
    <message>
        <source>saved plan</source>
        <translation>gespeicherter Plan</translation>
    </message>
    <message>
        <source>Waiting for the server of the state (backend %1): %2</source>
        <translation>Warten auf den Server des States (Backend %1): %2</translation>
    </message>
    <message>
        <source>reading the state</source>
        <translation>State lesen</translation>
    </message>
    <message>
        <source>locking the state</source>
        <translation>State sperren</translation>
    </message>
    <message>
        <source>writing the state</source>
        <translation>State schreiben</translation>
    </message>
    <message>
        <source>releasing the lock of the state</source>
        <translation>Sperre des States freigeben</translation>
    </message>
    <message>
        <source>removing the lock of the state</source>
        <translation>Sperre des States entfernen</translation>
    </message>
    <message>
        <source>Plan JSON can only be reviewed. Open the saved plan from which it was made, or plan the folder of the configuration.</source>
        <translation>Plan-JSON kann nur geprüft werden. Öffnen Sie den gespeicherten Plan, aus dem es stammt, oder planen Sie den Ordner der Konfiguration.</translation>
    </message>
    <message>
        <source>Saved plan is for another version</source>
        <translation>Der gespeicherte Plan ist für eine andere Version</translation>
    </message>
    <message>
        <source>The plan was saved for %1, but %2 is %3. Plan the folder again.</source>
        <translation>Der Plan wurde für %1 gespeichert, aber %2 ist %3. Planen Sie den Ordner erneut.</translation>
    </message>
    <message>
        <source>A plan from the standard input can only be reviewed. Open its file to apply it.</source>
        <translation>Ein Plan von der Standardeingabe kann nur geprüft werden. Öffnen Sie seine Datei, um ihn anzuwenden.</translation>
    </message>
    <message>
        <source>The configuration in the plan cannot be read.</source>
        <translation>Die Konfiguration im Plan kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>The folder %1 is not trusted. Trust it to apply this plan.</source>
        <translation>Dem Ordner %1 wird nicht vertraut. Vertrauen Sie ihm, um diesen Plan anzuwenden.</translation>
    </message>
    <message>
        <source>Waiting for the state lock of %1 (%2), held since %3</source>
        <translation>Warten: %1 (%2) hält die Sperre des Zustands seit %3</translation>
    </message>
</context>
<context>
    <name>planlens::widgets::ApplyHead</name>
    <message>
        <source>Apply progress</source>
        <translation>Fortschritt beim Anwenden</translation>
    </message>
    <message>
        <source>Applying: %1 of %2 done</source>
        <translation>Wird angewendet: %1 von %2 erledigt</translation>
    </message>
    <message numerus="yes">
        <source>%n failed</source>
        <translation>
            <numerusform>%n fehlgeschlagen</numerusform>
            <numerusform>%n fehlgeschlagen</numerusform>
        </translation>
    </message>
    <message>
        <source>First failure: %1</source>
        <translation>Zuerst fehlgeschlagen: %1</translation>
    </message>
    <message>
        <source>Running now: %1</source>
        <translation>Läuft gerade: %1</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>und %n weitere</numerusform>
            <numerusform>und %n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>Stopping: %1 of %2 done</source>
        <translation>Wird angehalten: %1 von %2 erledigt</translation>
    </message>
</context>
<context>
    <name>planlens::widgets::ApplyPage</name>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren…</translation>
    </message>
    <message>
        <source>Nothing has been applied in this window yet. The progress and result of the last apply are shown here.</source>
        <translation>In diesem Fenster wurde noch nichts angewendet. Hier stehen Fortschritt und Ergebnis des letzten Anwendens.</translation>
    </message>
    <message>
        <source>Saves the result as text, Markdown or HTML; sensitive values are masked</source>
        <translation>Speichert das Ergebnis als Text, Markdown oder HTML; vertrauliche Werte sind maskiert</translation>
    </message>
    <message>
        <source>Applied changes</source>
        <translation>Angewendete Änderungen</translation>
    </message>
    <message>
        <source>running for %1</source>
        <translation>läuft seit %1</translation>
    </message>
    <message>
        <source>about %1 left</source>
        <translation>noch etwa %1</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>took %1</source>
        <translation>dauerte %1</translation>
    </message>
    <message>
        <source>There is no result yet.</source>
        <translation>Es gibt noch kein Ergebnis.</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2.</source>
        <translation>%1 kann nicht geschrieben werden: %2.</translation>
    </message>
    <message>
        <source>Save the result</source>
        <translation>Ergebnis speichern</translation>
    </message>
    <message>
        <source>Markdown (*.md);;HTML (*.html);;Text (*.txt)</source>
        <translation>Markdown (*.md);;HTML (*.html);;Text (*.txt)</translation>
    </message>
    <message>
        <source>The result was not saved</source>
        <translation>Das Ergebnis wurde nicht gespeichert</translation>
    </message>
    <message>
        <source>Interrupt running operations…</source>
        <translation>Laufende Vorgänge abbrechen …</translation>
    </message>
    <message>
        <source>Starts no new operations and waits for running ones</source>
        <translation>Beginnt nichts Neues und wartet auf laufende Vorgänge</translation>
    </message>
    <message>
        <source>Interrupts provisioners and asks providers to stop</source>
        <translation>Unterbricht Provisioner und fordert Provider zum Anhalten auf</translation>
    </message>
    <message>
        <source>Interrupt running operations?</source>
        <translation>Laufende Vorgänge abbrechen?</translation>
    </message>
    <message>
        <source>Objects whose creation is interrupted are marked as tainted, and the next plan replaces them. Real objects may be left incomplete.</source>
        <translation>Objekte, deren Erstellung abgebrochen wird, werden als „tainted“ markiert und vom nächsten Plan ersetzt. Reale Objekte können unvollständig bleiben.</translation>
    </message>
    <message>
        <source>Interrupt</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Wait</source>
        <translation>Warten</translation>
    </message>
    <message>
        <source>stopping: running operations finish, no new ones start</source>
        <translation>wird angehalten: nichts Neues beginnt, laufende Vorgänge werden beendet</translation>
    </message>
    <message>
        <source>stopping: running operations are interrupted</source>
        <translation>wird angehalten: laufende Vorgänge werden abgebrochen</translation>
    </message>
    <message>
        <source>Result of the apply</source>
        <translation>Ergebnis des Anwendens</translation>
    </message>
    <message>
        <source>Plan again</source>
        <translation>Neu planen</translation>
    </message>
    <message>
        <source>Refreshes all objects and shows the remaining changes</source>
        <translation>Liest alle Objekte neu und zeigt die verbleibenden Änderungen</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Next: fix the cause of the first error, then plan again. The new plan contains the remaining changes.</source>
        <translation>Als Nächstes: die Ursache des ersten Fehlers beheben und neu planen. Der neue Plan enthält die verbleibenden Änderungen.</translation>
    </message>
    <message>
        <source>Next: plan again to see the remaining changes.</source>
        <translation>Als Nächstes: neu planen, um die verbleibenden Änderungen zu sehen.</translation>
    </message>
    <message>
        <source>Kill…</source>
        <translation>Gewaltsam beenden…</translation>
    </message>
    <message>
        <source>Kills provisioners and providers that do not end when they are interrupted</source>
        <translation>Beendet Provisioner und Provider gewaltsam, die sich nicht abbrechen lassen</translation>
    </message>
    <message>
        <source>stopping: running operations are killed</source>
        <translation>wird angehalten: laufende Vorgänge werden gewaltsam beendet</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>Wird angehalten…</translation>
    </message>
</context>
<context>
    <name>planlens::widgets::ApplyWorkflow</name>
    <message>
        <source>Order</source>
        <translation>Reihenfolge</translation>
    </message>
    <message>
        <source>Apply %1 / %2</source>
        <translation>Anwendung %1 / %2</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>Anwenden</translation>
    </message>
    <message>
        <source>The state of the last apply exists only in this window. Save it before you apply anything else.</source>
        <translation>Der State des letzten Anwendens ist nur in diesem Fenster. Vor jedem weiteren Anwenden speichern.</translation>
    </message>
    <message>
        <source>%1 Plan again to see the remaining changes.</source>
        <translation>%1 Planen Sie neu, um zu sehen, was noch zu tun ist.</translation>
    </message>
    <message>
        <source>Configuration was generated for imported objects. Save it (page Generated) and plan again; otherwise the next plan destroys them.</source>
        <translation>Für das Importierte wurde Konfiguration erzeugt. Sie speichern (Seite „Erzeugt“) und neu planen, sonst zerstört der nächste Plan das Importierte.</translation>
    </message>
    <message>
        <source>The configuration changed since this plan: %1. Plan again before approving.</source>
        <translation>Die Konfiguration hat sich seit diesem Plan geändert: %1. Vor der Freigabe neu planen.</translation>
    </message>
    <message numerus="yes">
        <source>The configuration changed since this plan: %1 and %n more. Plan again before approving.</source>
        <translation>
            <numerusform>Die Konfiguration hat sich seit diesem Plan geändert: %1 und %n weitere. Vor der Freigabe neu planen.</numerusform>
            <numerusform>Die Konfiguration hat sich seit diesem Plan geändert: %1 und %n weitere. Vor der Freigabe neu planen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Opens the review page (Ctrl+Return)</source>
        <translation>Öffnet die Durchsicht (Strg+Eingabe)</translation>
    </message>
    <message>
        <source>There is no plan to approve</source>
        <translation>Es gibt keinen Plan zum Freigeben</translation>
    </message>
    <message>
        <source>Wait until planning is finished</source>
        <translation>Warten, bis das Planen fertig ist</translation>
    </message>
    <message>
        <source>Planning failed</source>
        <translation>Planen fehlgeschlagen</translation>
    </message>
    <message>
        <source>An estimate cannot be applied. Plan with the providers first.</source>
        <translation>Eine Schätzung kann nicht angewendet werden. Erst mit den Providern planen.</translation>
    </message>
    <message>
        <source>This plan changes nothing</source>
        <translation>Dieser Plan ändert nichts</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>Durchsicht</translation>
    </message>
    <message>
        <source>%1 (process %2)</source>
        <translation>%1 (Prozess %2)</translation>
    </message>
    <message numerus="yes">
        <source>%n failed</source>
        <translation>
            <numerusform>%n fehlgeschlagen</numerusform>
            <numerusform>%n fehlgeschlagen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n done</source>
        <translation>
            <numerusform>%n erledigt</numerusform>
            <numerusform>%n erledigt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n not started</source>
        <translation>
            <numerusform>%n nicht gestartet</numerusform>
            <numerusform>%n nicht gestartet</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n imported</source>
        <translation>
            <numerusform>%n importiert</numerusform>
            <numerusform>%n importiert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n added</source>
        <translation>
            <numerusform>%n hinzugefügt</numerusform>
            <numerusform>%n hinzugefügt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n changed</source>
        <translation>
            <numerusform>%n geändert</numerusform>
            <numerusform>%n geändert</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n destroyed</source>
        <translation>
            <numerusform>%n zerstört</numerusform>
            <numerusform>%n zerstört</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n forgotten</source>
        <translation>
            <numerusform>%n vergessen</numerusform>
            <numerusform>%n vergessen</numerusform>
        </translation>
    </message>
    <message>
        <source>nothing changed</source>
        <translation>nichts geändert</translation>
    </message>
    <message>
        <source>Nothing was applied.</source>
        <translation>Nichts wurde angewendet.</translation>
    </message>
    <message>
        <source>Nothing was applied: %1.</source>
        <translation>Nichts wurde angewendet: %1.</translation>
    </message>
    <message>
        <source>Stopped by you: %1 – %2. State serial %3.</source>
        <translation>Von Ihnen angehalten: %1 – %2. State-Serial %3.</translation>
    </message>
    <message>
        <source>Apply failed: %1 – %2. State serial %3.</source>
        <translation>Anwenden fehlgeschlagen: %1 – %2. State-Seriennummer %3.</translation>
    </message>
    <message>
        <source>Applied: %1. State serial %2.</source>
        <translation>Angewendet: %1. State-Serial %2.</translation>
    </message>
    <message>
        <source>This is an earlier plan. Plan again before approving.</source>
        <translation>Dies ist ein früherer Plan. Zum Freigeben erneut planen.</translation>
    </message>
    <message>
        <source>The plan is being applied</source>
        <translation>Der Plan wird angewendet</translation>
    </message>
    <message>
        <source>The state has changed since this plan was made. Plan again before approving.</source>
        <translation>Der State wurde seit diesem Plan geändert. Vor der Freigabe neu planen.</translation>
    </message>
</context>
<context>
    <name>planlens::widgets::Approval</name>
    <message>
        <source>Update state</source>
        <translation>State aktualisieren</translation>
    </message>
    <message>
        <source>%1 %L2</source>
        <extracomment>A verb and how many: destroy 3</extracomment>
        <translation>%L2 %1</translation>
    </message>
    <message>
        <source>destroy</source>
        <translation>zerstören</translation>
    </message>
    <message>
        <source>replace</source>
        <translation>ersetzen</translation>
    </message>
    <message>
        <source>create</source>
        <translation>erstellen</translation>
    </message>
    <message>
        <source>update</source>
        <translation>aktualisieren</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>Anwenden</translation>
    </message>
    <message numerus="yes">
        <source>%1 and apply %n more</source>
        <translation>
            <numerusform>%1 und %n weitere anwenden</numerusform>
            <numerusform>%1 und %n weitere anwenden</numerusform>
        </translation>
    </message>
    <message>
        <source>forget</source>
        <translation>vergessen</translation>
    </message>
</context>
<context>
    <name>planlens::widgets::ChangeDelegate</name>
    <message>
        <source>may change</source>
        <translation>ändert sich evtl.</translation>
    </message>
    <message>
        <source>root module</source>
        <translation>Root-Modul</translation>
    </message>
    <message>
        <source>drift</source>
        <translation>Drift</translation>
    </message>
    <message>
        <source>deposed %1</source>
        <translation>deposed %1</translation>
    </message>
</context>
<context>
    <name>planlens::widgets::ChangeFinder</name>
    <message>
        <source>%L1 of %L2</source>
        <translation>%L1 von %L2</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine Treffer</translation>
    </message>
    <message>
        <source>Match %L1 of %L2. Return selects the next match, Shift+Return the previous one.</source>
        <translation>Treffer %L1 von %L2. Eingabe geht zum nächsten, Umschalt+Eingabe zum vorigen.</translation>
    </message>
    <message>
        <source>No change matches this address.</source>
        <translation>Keine Änderung hat so eine Adresse.</translation>
    </message>
    <message>
        <source> · %L1 hidden</source>
        <translation> · %L1 verborgen</translation>
    </message>
    <message numerus="yes">
        <source>%n more not shown because they are unchanged or filtered out.</source>
        <translation>
            <numerusform>%n weiterer nicht angezeigt: unverändert oder ausgefiltert.</numerusform>
            <numerusform>%n weitere nicht angezeigt: unverändert oder ausgefiltert.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>planlens::widgets::ChangePage</name>
    <message>
        <source>Why</source>
        <translation>Warum</translation>
    </message>
    <message>
        <source>Attributes</source>
        <translation>Attribute</translation>
    </message>
    <message>
        <source>Select a change in the list or a node in the graph to see its cause.</source>
        <translation>Eine Änderung in der Liste oder einen Knoten im Graphen wählen, um die Ursache zu sehen.</translation>
    </message>
    <message>
        <source>Select a change in the list or a node in the graph to see its cause. &lt;b&gt;Alt+R&lt;/b&gt; replaces it, &lt;b&gt;Alt+X&lt;/b&gt; excludes it.</source>
        <translation>Eine Änderung in der Liste oder einen Knoten im Graphen wählen, um die Ursache zu sehen. &lt;b&gt;Alt+R&lt;/b&gt; ersetzt sie, &lt;b&gt;Alt+X&lt;/b&gt; schließt sie aus.</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>Zusammenfassung</translation>
    </message>
    <message>
        <source>Cost: %1</source>
        <translation>Kosten: %1</translation>
    </message>
    <message>
        <source>✗ The apply of this change failed.</source>
        <translation>✗ Das Anwenden dieser Änderung ist fehlgeschlagen.</translation>
    </message>
    <message>
        <source>✓ This change was applied.</source>
        <translation>✓ Diese Änderung wurde angewendet.</translation>
    </message>
    <message>
        <source>– The apply ended before this change.</source>
        <translation>– Das Anwenden endete vor dieser Änderung.</translation>
    </message>
    <message>
        <source>Planned before the apply:</source>
        <translation>Vor dem Anwenden geplant:</translation>
    </message>
    <message>
        <source>Select a change in the list or a node in the graph to see its cause. &lt;b&gt;Alt+X&lt;/b&gt; excludes it.</source>
        <translation>Eine Änderung in der Liste oder einen Knoten im Graphen wählen, um die Ursache zu sehen. &lt;b&gt;Alt+X&lt;/b&gt; schließt sie aus.</translation>
    </message>
    <message>
        <source>The object was deleted outside of %1 since the last apply.</source>
        <translation>Das Objekt wurde seit der letzten Anwendung außerhalb von %1 gelöscht.</translation>
    </message>
    <message>
        <source>Changed outside of %1 since the last apply.</source>
        <translation>Seit der letzten Anwendung außerhalb von %1 geändert.</translation>
    </message>
</context>
<context>
    <name>planlens::widgets::ChangesPane</name>
    <message>
        <source>Changes</source>
        <translation>Änderungen</translation>
    </message>
    <message>
        <source>Reviewed</source>
        <translation>Gesichtet</translation>
    </message>
    <message>
        <source>List options</source>
        <translation>Optionen der Liste</translation>
    </message>
    <message>
        <source>There is no plan to show.</source>
        <translation>Es gibt keinen Plan zu zeigen.</translation>
    </message>
    <message>
        <source>No change matches the filter.
Clear the filter to show all changes.</source>
        <translation>Keine Änderung passt zum Filter.
Dessen Schaltflächen noch einmal anklicken, um alle zu zeigen.</translation>
    </message>
    <message>
        <source>Planning failed before any resource was planned.
The errors are listed below.</source>
        <translation>Fehler haben das Planen beendet, bevor etwas über Ressourcen gesagt werden konnte.
Sie sind unten aufgeführt.</translation>
    </message>
    <message numerus="yes">
        <source>No resource changes. %n output(s) change.</source>
        <translation>
            <numerusform>Keine Ressource ändert sich, nur %n Output.</numerusform>
            <numerusform>Keine Ressource ändert sich, nur %n Outputs.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No resource changes. %n object(s) changed outside since the last apply: see “Drift” below.</source>
        <translation>
            <numerusform>Keine Ressource wird geändert. %n Objekt hat sich seit dem letzten Anwenden außerhalb geändert: siehe unten „Drift“.</numerusform>
            <numerusform>Keine Ressource wird geändert. %n Objekte haben sich seit dem letzten Anwenden außerhalb geändert: siehe unten „Drift“.</numerusform>
        </translation>
    </message>
    <message>
        <source>Group identical changes</source>
        <translation>Gleiche Änderungen gruppieren</translation>
    </message>
    <message>
        <source>Shows identical changes of several resources under one row</source>
        <translation>Änderungen, die an mehreren Ressourcen gleich sind, unter einer Zeile zeigen</translation>
    </message>
    <message>
        <source>Unfold all</source>
        <translation>Alle aufklappen</translation>
    </message>
    <message>
        <source>Unfold all sections and groups</source>
        <translation>Alle Abschnitte und Gruppen aufklappen</translation>
    </message>
    <message>
        <source>Fold all</source>
        <translation>Alle zuklappen</translation>
    </message>
    <message>
        <source>Show sections only</source>
        <translation>Nur Abschnitte zeigen</translation>
    </message>
    <message>
        <source>Values in the list</source>
        <translation>Werte in der Liste</translation>
    </message>
    <message>
        <source>Worst first</source>
        <translation>Schwerste zuerst</translation>
    </message>
    <message>
        <source>By module</source>
        <translation>Nach Modul</translation>
    </message>
    <message>
        <source>By action</source>
        <translation>Nach Aktion</translation>
    </message>
    <message>
        <source>By type</source>
        <translation>Nach Typ</translation>
    </message>
    <message>
        <source>By file</source>
        <translation>Nach Datei</translation>
    </message>
    <message>
        <source>Sort order: %1</source>
        <translation>Sortierung: %1</translation>
    </message>
    <message>
        <source>Copy address</source>
        <translation>Adresse kopieren</translation>
    </message>
    <message>
        <source>Copied: %1</source>
        <translation>Kopiert: %1</translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation>Als Text kopieren</translation>
    </message>
    <message>
        <source>Copy as HCL</source>
        <translation>Als HCL kopieren</translation>
    </message>
    <message>
        <source>Copy as JSON</source>
        <translation>Als JSON kopieren</translation>
    </message>
    <message>
        <source>reviewed marks</source>
        <translation>Markierungen „Gesichtet“</translation>
    </message>
</context>
<context>
    <name>planlens::widgets::CommandPalette</name>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>Type a command or address</source>
        <translation>Befehl oder Adresse eingeben</translation>
    </message>
    <message>
        <source>Matching commands</source>
        <translation>Passende Befehle</translation>
    </message>
    <message>
        <source>No matching command.</source>
        <translation>Kein passender Befehl.</translation>
    </message>
</context>
<context>
    <name>planlens::widgets::CostEstimate</name>
    <message>
        <source>%1 is not installed, or not on the PATH.</source>
        <translation>%1 ist nicht installiert oder nicht im PATH.</translation>
    </message>
    <message>
        <source>No temporary folder can be created.</source>
        <translation>Es kann kein temporärer Ordner angelegt werden.</translation>
    </message>
    <message>
        <source>Estimate costs</source>
        <translation>Kosten schätzen</translation>
    </message>
    <message>
        <source>Estimate the costs of this plan?</source>
        <translation>Die Kosten dieses Plans schätzen?</translation>
    </message>
    <message>
        <source>Infracost gets the whole plan, in a temporary file that only you can read and that is deleted afterwards. It sends the types of resources, and the attributes that determine prices, to its pricing service. It does not change anything.</source>
        <translation>Infracost bekommt den ganzen Plan, in einer temporären Datei, die nur Sie lesen können und die danach gelöscht wird. Es sendet die Typen der Ressourcen und die Attribute, von denen Preise abhängen, an seinen Preisdienst. Es ändert nichts.</translation>
    </message>
    <message>
        <source>Estimate</source>
        <translation>Schätzen</translation>
    </message>
    <message>
        <source>Estimating…</source>
        <translation>Wird geschätzt…</translation>
    </message>
</context>
<context>
    <name>planlens::widgets::DetailPanel</name>
    <message>
        <source>Severity</source>
        <translation>Schwere</translation>
    </message>
    <message>
        <source>Finding</source>
        <translation>Befund</translation>
    </message>
    <message>
        <source>Resource instance</source>
        <translation>Ressourceninstanz</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>Bedeutung</translation>
    </message>
    <message>
        <source>No findings.</source>
        <translation>Keine Befunde.</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>Befunde</translation>
    </message>
    <message>
        <source>Drift</source>
        <translation>Drift</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Output</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>Aktion</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>Vorher</translation>
    </message>
    <message>
        <source>After</source>
        <translation>Nachher</translation>
    </message>
    <message>
        <source>No output of the root module changes.</source>
        <translation>Kein Output des Root-Moduls ändert sich.</translation>
    </message>
    <message>
        <source>Outputs</source>
        <translation>Outputs</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Object</source>
        <translation>Objekt</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Meldung</translation>
    </message>
    <message>
        <source>The configuration has no conditions or check blocks.</source>
        <translation>Die Konfiguration hat keine Bedingungen oder check-Blöcke.</translation>
    </message>
    <message>
        <source>Checks</source>
        <translation>Prüfungen</translation>
    </message>
    <message>
        <source>Diagnostics</source>
        <translation>Diagnosen</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>State</source>
        <translation>State</translation>
    </message>
    <message>
        <source>Provider</source>
        <translation>Provider</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>Version</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>Prozess</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>Gestartet</translation>
    </message>
    <message>
        <source>Package</source>
        <translation>Paket</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>Programm</translation>
    </message>
    <message>
        <source>No provider is running. Providers start when a plan needs them and stop five minutes after the last plan.</source>
        <translation>Es läuft kein Provider. Provider werden gestartet, wenn ein Plan sie braucht, und enden fünf Minuten nach dem letzten Plan.</translation>
    </message>
    <message>
        <source>Providers</source>
        <translation>Provider</translation>
    </message>
    <message>
        <source>Generated</source>
        <translation>Erzeugt</translation>
    </message>
    <message>
        <source>Findings (%L1 of %L2)</source>
        <translation>Befunde (%L1 von %L2)</translation>
    </message>
    <message>
        <source>Drawer</source>
        <translation>Schublade</translation>
    </message>
</context>
<context>
    <name>planlens::widgets::DiagnosticsPage</name>
    <message>
        <source>Severity</source>
        <translation>Schwere</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>Problem</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Stelle</translation>
    </message>
    <message>
        <source>Resource instance</source>
        <translation>Ressourceninstanz</translation>
    </message>
    <message>
        <source>Diagnostics</source>
        <translation>Diagnosen</translation>
    </message>
    <message>
        <source>Selected diagnostic</source>
        <translation>Gewählte Meldung</translation>
    </message>
    <message>
        <source>No errors and no warnings.</source>
        <translation>Keine Fehler und keine Warnungen.</translation>
    </message>
    <message>
        <source>Initialize…</source>
        <translation>Initialisieren…</translation>
    </message>
    <message>
        <source>Estimate without providers</source>
        <translation>Ohne Provider schätzen</translation>
    </message>
    <message>
        <source>Plans with cached provider schemas</source>
        <translation>Plant mit gespeicherten Provider-Schemas</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal versuchen</translation>
    </message>
    <message>
        <source>Plans again</source>
        <translation>Plant noch einmal</translation>
    </message>
    <message>
        <source>Wait for the lock</source>
        <translation>Auf die Sperre warten</translation>
    </message>
    <message>
        <source>Plans as soon as the other operation unlocks the state</source>
        <translation>Plant, sobald die andere Operation den State freigibt</translation>
    </message>
    <message>
        <source>Force-unlock…</source>
        <translation>Sperre entfernen…</translation>
    </message>
    <message>
        <source>Asks, then removes the lock that another operation left</source>
        <translation>Fragt und entfernt dann die Sperre, die eine andere Operation hinterlassen hat</translation>
    </message>
    <message>
        <source>Shows the command (tofu init), asks, and runs it in this folder</source>
        <translation>Zeigt den Befehl (tofu init), fragt nach und führt ihn in diesem Ordner aus</translation>
    </message>
    <message>
        <source>Plans again without this object and the objects that depend on it</source>
        <translation>Plant neu ohne dieses Objekt und die davon abhängigen Objekte</translation>
    </message>
    <message>
        <source>Exclude %1</source>
        <translation>%1 ausschließen</translation>
    </message>
</context>
<context>
    <name>planlens::widgets::DifferencePage</name>
    <message>
        <source>Compare with ▾</source>
        <translation>Vergleichen mit ▾</translation>
    </message>
    <message>
        <source>Compare with another plan</source>
        <translation>Mit einem anderen Plan vergleichen</translation>
    </message>
    <message>
        <source>Select the plan to compare with</source>
        <translation>Den Plan wählen, mit dem dieser verglichen wird</translation>
    </message>
    <message>
        <source>Difference between two plans</source>
        <translation>Unterschied zwischen zwei Plänen</translation>
    </message>
    <message>
        <source>Compared with %1:  %2</source>
        <translation>Verglichen mit %1:  %2</translation>
    </message>
    <message>
        <source>Both plans make the same changes.</source>
        <translation>Beide Pläne tun dasselbe.</translation>
    </message>
</context>
<context>
    <name>planlens::widgets::DriftPage</name>
    <message>
        <source>Nothing changed outside since the last apply.</source>
        <translation>Seit dem letzten Anwenden wurde außerhalb nichts geändert.</translation>
    </message>
    <message>
        <source>Drift</source>
        <translation>Drift</translation>
    </message>
    <message>
        <source>Mute</source>
        <translation>Stummschalten</translation>
    </message>
    <message>
        <source>Shows drift of this attribute under “Ignored” from now on. The plan does not change.</source>
        <translation>Zeigt Drift dieses Attributs künftig unter „Ignoriert“. Der Plan ändert sich nicht.</translation>
    </message>
    <message>
        <source>Unmute</source>
        <translation>Wieder anzeigen</translation>
    </message>
    <message>
        <source>Removes the rule that mutes this drift</source>
        <translation>Entfernt die Regel, die diese Drift stummschaltet</translation>
    </message>
    <message numerus="yes">
        <source>%n change(s) muted by rules of this folder (.planlens/drift-ignore)</source>
        <translation>
            <numerusform>%n Änderung durch Regeln dieses Ordners stummgeschaltet (.planlens/drift-ignore)</numerusform>
            <numerusform>%n Änderungen durch Regeln dieses Ordners stummgeschaltet (.planlens/drift-ignore)</numerusform>
        </translation>
    </message>
    <message>
        <source>Mute drift you expect.</source>
        <translation>Erwartete Drift lässt sich stummschalten.</translation>
    </message>
    <message>
        <source>(whole object)</source>
        <translation>(das ganze Objekt)</translation>
    </message>
    <message>
        <source>Mute %1 of every %2</source>
        <translation>%1 von jedem %2 stummschalten</translation>
    </message>
    <message>
        <source>Mute %1 of this instance</source>
        <translation>%1 dieser Instanz stummschalten</translation>
    </message>
    <message>
        <source>The rule applies until the window is closed, because %1 cannot be written (%2).</source>
        <translation>Die Regel gilt, bis das Fenster geschlossen wird: %1 kann nicht geschrieben werden (%2).</translation>
    </message>
    <message>
        <source>it is a symbolic link</source>
        <translation>es ist ein symbolischer Link</translation>
    </message>
</context>
<context>
    <name>planlens::widgets::ExportMenu</name>
    <message>
        <source>Web page (HTML)…</source>
        <translation>Webseite (HTML)…</translation>
    </message>
    <message>
        <source>Comment for a pull request (Markdown)…</source>
        <translation>Kommentar für einen Pull Request (Markdown)…</translation>
    </message>
    <message>
        <source>Document (PDF)…</source>
        <translation>Dokument (PDF)…</translation>
    </message>
    <message>
        <source>Graph (SVG)…</source>
        <translation>Graph (SVG)…</translation>
    </message>
    <message>
        <source>Graph (PNG)…</source>
        <translation>Graph (PNG)…</translation>
    </message>
    <message>
        <source>Graph (Mermaid)…</source>
        <translation>Graph (Mermaid)…</translation>
    </message>
    <message>
        <source>Graph (DOT)…</source>
        <translation>Graph (DOT)…</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Write this plan to a file; sensitive values are masked</source>
        <translation>Diesen Plan in eine Datei schreiben; vertrauliche Werte bleiben verborgen</translation>
    </message>
    <message>
        <source>Export the plan</source>
        <translation>Plan exportieren</translation>
    </message>
    <message>
        <source>Changes and findings (JSON)…</source>
        <translation>Änderungen und Befunde (JSON)…</translation>
    </message>
    <message>
        <source>Findings (SARIF)…</source>
        <translation>Befunde (SARIF)…</translation>
    </message>
    <message>
        <source>Findings (JUnit)…</source>
        <translation>Befunde (JUnit)…</translation>
    </message>
</context>
<context>
    <name>planlens::widgets::FilterChips</name>
    <message>
        <source>Show all</source>
        <translation>Alle zeigen</translation>
    </message>
    <message>
        <source>Show all changes</source>
        <translation>Alle Änderungen zeigen</translation>
    </message>
    <message>
        <source>Clear all filters (Ctrl+Shift+A)</source>
        <translation>Alle Filter aufheben (Strg+Umschalt+A)</translation>
    </message>
    <message>
        <source>%1
Click to remove this filter.</source>
        <translation>%1
Klicken, um diesen Filter aufzuheben.</translation>
    </message>
    <message>
        <source>Remove filter: %1</source>
        <translation>Filter entfernen: %1</translation>
    </message>
    <message>
        <source>type %1</source>
        <translation>Typ %1</translation>
    </message>
    <message numerus="yes">
        <source>%n types</source>
        <translation>
            <numerusform>%n Typ</numerusform>
            <numerusform>%n Typen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n modules</source>
        <translation>
            <numerusform>%n Modul</numerusform>
            <numerusform>%n Module</numerusform>
        </translation>
    </message>
    <message>
        <source>provider %1</source>
        <translation>Provider %1</translation>
    </message>
    <message numerus="yes">
        <source>%n providers</source>
        <translation>
            <numerusform>%n Provider</numerusform>
            <numerusform>%n Provider</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2 shown · %3 hidden</source>
        <translation>%1 von %2 angezeigt · %3 ausgeblendet</translation>
    </message>
    <message numerus="yes">
        <source>%n finding(s) hidden</source>
        <translation>
            <numerusform>%n Befund ausgeblendet</numerusform>
            <numerusform>%n Befunde ausgeblendet</numerusform>
        </translation>
    </message>
    <message>
        <source>Checks, drift, outputs and diagnostics are those of the whole plan.</source>
        <translation>Prüfungen, Drift, Outputs und Diagnosen sind die des ganzen Plans.</translation>
    </message>
</context>
<context>
    <name>planlens::widgets::FilterPopup</name>
    <message>
        <source>drifted</source>
        <translation>mit Drift</translation>
    </message>
    <message>
        <source>moved</source>
        <translation>verschoben</translation>
    </message>
    <message>
        <source>imported</source>
        <translation>importiert</translation>
    </message>
    <message>
        <source>with a check</source>
        <translation>mit Prüfung</translation>
    </message>
    <message>
        <source>root module</source>
        <translation>Root-Modul</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Find a type, module or provider</source>
        <translation>Typ, Modul oder Provider suchen</translation>
    </message>
    <message>
        <source>Filters</source>
        <translation>Filter</translation>
    </message>
    <message numerus="yes">
        <source>%1, %n change(s)</source>
        <translation>
            <numerusform>%1, %n Änderung</numerusform>
            <numerusform>%1, %n Änderungen</numerusform>
        </translation>
    </message>
    <message>
        <source>Only changes that are</source>
        <translation>Nur Änderungen dieser Art</translation>
    </message>
    <message>
        <source>Types</source>
        <translation>Typen</translation>
    </message>
    <message>
        <source>Modules</source>
        <translation>Module</translation>
    </message>
    <message>
        <source>Providers</source>
        <translation>Provider</translation>
    </message>
    <message>
        <source>Planned, not applied</source>
        <translation>Geplant, nicht angewendet</translation>
    </message>
</context>
<context>
    <name>planlens::widgets::ForceQuitDialog</name>
    <message>
        <source>The apply is still running</source>
        <translation>Das Anwenden läuft noch</translation>
    </message>
    <message>
        <source>Kill running operations?</source>
        <translation>Laufende Vorgänge gewaltsam beenden?</translation>
    </message>
    <message>
        <source>No new operations start, and Planlens waits for the running ones. If you kill them, their results are unknown: check these objects yourself before you plan again. Completed operations are saved in the state.</source>
        <translation>Es starten keine neuen Vorgänge, und Planlens wartet auf die laufenden. Werden sie gewaltsam beendet, ist ihr Ergebnis unbekannt: diese Objekte vor dem nächsten Plan selbst prüfen. Abgeschlossene Vorgänge sind im State gespeichert.</translation>
    </message>
    <message>
        <source>Running operations</source>
        <translation>Laufende Vorgänge</translation>
    </message>
    <message>
        <source>Programs</source>
        <translation>Programme</translation>
    </message>
    <message>
        <source>Keep waiting</source>
        <translation>Weiter warten</translation>
    </message>
    <message>
        <source>Kill and close</source>
        <translation>Gewaltsam beenden und schließen</translation>
    </message>
    <message>
        <source>Kill</source>
        <translation>Gewaltsam beenden</translation>
    </message>
</context>
<context>
    <name>planlens::widgets::Gates</name>
    <message>
        <source>%1 is invalid, so all conditions are required: %2</source>
        <translation>%1 ist ungültig, deshalb werden alle Bedingungen verlangt: %2</translation>
    </message>
    <message>
        <source>It must be an object whose only member is the list &quot;gates&quot;.</source>
        <translation>Es muss ein Objekt sein, das nur die Liste „gates“ enthält.</translation>
    </message>
    <message>
        <source>There is no gate &quot;%1&quot;.</source>
        <translation>Es gibt keine Bedingung „%1“.</translation>
    </message>
</context>
<context>
    <name>planlens::widgets::GeneratedPage</name>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Save all…</source>
        <translation>Alles speichern…</translation>
    </message>
    <message>
        <source>Generated configuration</source>
        <translation>Erzeugte Konfiguration</translation>
    </message>
    <message>
        <source>No configuration was generated: all imported objects are configured.</source>
        <translation>Es wurde keine Konfiguration erzeugt: Alles Importierte hat eine.</translation>
    </message>
    <message>
        <source>Copy the shown configuration</source>
        <translation>Die gezeigte Konfiguration kopieren</translation>
    </message>
    <message>
        <source>Copied.</source>
        <translation>Kopiert.</translation>
    </message>
    <message>
        <source>Save all generated configuration into a file</source>
        <translation>Alle erzeugte Konfiguration in eine Datei speichern</translation>
    </message>
    <message>
        <source>For %1. It is not in the configuration yet; save it there before you apply.</source>
        <translation>Für %1. Sie steht noch nicht in der Konfiguration; vor dem Anwenden dort speichern.</translation>
    </message>
    <message numerus="yes">
        <source>For %n imported object(s). It is not in the configuration yet; save it there before you apply.</source>
        <translation>
            <numerusform>Für %n importiertes Objekt. Sie steht noch nicht in der Konfiguration; vor dem Anwenden dort speichern.</numerusform>
            <numerusform>Für %n importierte Objekte. Sie steht noch nicht in der Konfiguration; vor dem Anwenden dort speichern.</numerusform>
        </translation>
    </message>
    <message>
        <source>Save the generated configuration</source>
        <translation>Erzeugte Konfiguration speichern</translation>
    </message>
    <message>
        <source>Configuration (*.tf);;All files (*)</source>
        <translation>Konfiguration (*.tf);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Replace the file?</source>
        <translation>Datei ersetzen?</translation>
    </message>
    <message>
        <source>%1 already exists. Its contents will be lost.</source>
        <translation>%1 gibt es bereits. Der Inhalt ginge verloren.</translation>
    </message>
    <message>
        <source>Replace file</source>
        <translation>Datei ersetzen</translation>
    </message>
    <message>
        <source>Saved to %1. Plan again to use it.</source>
        <translation>In %1 gespeichert. Neu planen: Dann gehört sie zur Konfiguration.</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2</source>
        <translation>%1 kann nicht geschrieben werden: %2</translation>
    </message>
</context>
<context>
    <name>planlens::widgets::GroupsTable</name>
    <message>
        <source>Action</source>
        <translation>Aktion</translation>
    </message>
    <message>
        <source>Projects</source>
        <translation>Projekte</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Änderung</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>Unterschiede</translation>
    </message>
    <message>
        <source>Drift</source>
        <translation>Drift</translation>
    </message>
    <message>
        <source>Since</source>
        <translation>Seit</translation>
    </message>
    <message>
        <source>Object</source>
        <translation>Objekt</translation>
    </message>
    <message>
        <source>The same change in many projects</source>
        <translation>Dieselbe Änderung in vielen Projekten</translation>
    </message>
    <message>
        <source>No project has changes.</source>
        <translation>Kein Projekt hat Änderungen.</translation>
    </message>
    <message>
        <source>No change matches the search.</source>
        <translation>Keine Änderung passt zur Suche.</translation>
    </message>
    <message>
        <source>No project has drift.</source>
        <translation>Kein Projekt hat Drift.</translation>
    </message>
    <message>
        <source>No drift matches the search.</source>
        <translation>Keine Drift passt zur Suche.</translation>
    </message>
    <message numerus="yes">
        <source> and %n more</source>
        <translation>
            <numerusform> und %n weitere</numerusform>
            <numerusform> und %n weitere</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>planlens::widgets::HistoryPage</name>
    <message>
        <source>secret %1</source>
        <translation>geheim %1</translation>
    </message>
    <message>
        <source>planned</source>
        <translation>geplant</translation>
    </message>
    <message>
        <source>✗ errors</source>
        <translation>✗ Fehler</translation>
    </message>
    <message>
        <source>✓ applied</source>
        <translation>✓ angewendet</translation>
    </message>
    <message>
        <source>✗ partly failed</source>
        <translation>✗ teilweise fehlgeschlagen</translation>
    </message>
    <message>
        <source>! stopped</source>
        <translation>! angehalten</translation>
    </message>
    <message>
        <source>! refused</source>
        <translation>! abgelehnt</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>When</source>
        <translation>Wann</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>Änderungen</translation>
    </message>
    <message>
        <source>Workspace</source>
        <translation>Workspace</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>Plan</translation>
    </message>
    <message>
        <source>Plans and applies of this folder</source>
        <translation>Pläne und Anwendungen dieses Ordners</translation>
    </message>
    <message>
        <source>Changes of the chosen plan or apply</source>
        <translation>Änderungen des gewählten Eintrags</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Änderung</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>Vorher</translation>
    </message>
    <message>
        <source>After</source>
        <translation>Nachher</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Hinweise</translation>
    </message>
    <message>
        <source>No folder is open.</source>
        <translation>Kein Ordner ist geöffnet.</translation>
    </message>
    <message>
        <source>There is no history to show: %1</source>
        <translation>Es gibt keinen Verlauf: %1</translation>
    </message>
    <message>
        <source>No plans yet.</source>
        <translation>Noch keine Pläne.</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>Anwenden</translation>
    </message>
    <message>
        <source>no changes</source>
        <translation>keine Änderungen</translation>
    </message>
    <message>
        <source>–</source>
        <translation>–</translation>
    </message>
    <message>
        <source>Plan %1</source>
        <translation>Plan %1</translation>
    </message>
    <message>
        <source>without a hash</source>
        <translation>ohne Hash</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1 in %2</translation>
    </message>
    <message>
        <source>object %1</source>
        <translation>Objekt %1</translation>
    </message>
    <message numerus="yes">
        <source>%n more change(s) were not stored</source>
        <translation>
            <numerusform>%n weitere Änderung wurde nicht aufbewahrt</numerusform>
            <numerusform>%n weitere Änderungen wurden nicht aufbewahrt</numerusform>
        </translation>
    </message>
    <message>
        <source>secret</source>
        <translation>geheim</translation>
    </message>
    <message>
        <source>secret, unchanged</source>
        <translation>geheim, gleich</translation>
    </message>
    <message>
        <source>secret, changed</source>
        <translation>geheim, ein anderes</translation>
    </message>
    <message>
        <source>Compare with current plan</source>
        <translation>Mit aktuellem Plan vergleichen</translation>
    </message>
    <message>
        <source>Shows the differences between the current plan and this one</source>
        <translation>Zeigt die Unterschiede zwischen dem aktuellen Plan und diesem</translation>
    </message>
    <message>
        <source>There is no complete plan to compare with. Plan the folder first.</source>
        <translation>Es gibt keinen vollständigen Plan zum Vergleichen: zuerst den Ordner planen</translation>
    </message>
    <message>
        <source>This is the current plan</source>
        <translation>Dies ist der aktuelle Plan</translation>
    </message>
    <message>
        <source>This entry cannot be compared because its changes are not stored completely. Select a newer plan without errors.</source>
        <translation>Dieser Eintrag kann nicht verglichen werden, weil seine Änderungen nicht vollständig gespeichert sind. Einen neueren Plan ohne Fehler wählen.</translation>
    </message>
    <message>
        <source>Serial</source>
        <translation>Serial</translation>
    </message>
    <message>
        <source>Open result</source>
        <translation>Ergebnis öffnen</translation>
    </message>
    <message>
        <source>Shows the result of this apply again (Enter)</source>
        <translation>Zeigt das Ergebnis dieses Anwendens wieder (Eingabe)</translation>
    </message>
    <message>
        <source>Operation</source>
        <translation>Operation</translation>
    </message>
    <message>
        <source>Options: %1. Took %2.</source>
        <translation>Optionen: %1. Dauer: %2.</translation>
    </message>
    <message>
        <source>No changes</source>
        <translation>Keine Änderungen</translation>
    </message>
    <message>
        <source>The changes of this entry are no longer stored</source>
        <translation>Die Änderungen dieses Eintrags sind nicht mehr gespeichert</translation>
    </message>
    <message>
        <source>Destroy plan</source>
        <translation>Plan zum Zerstören</translation>
    </message>
    <message>
        <source>Refresh-only plan</source>
        <translation>Plan nur mit Refresh</translation>
    </message>
</context>
<context>
    <name>planlens::widgets::LogPage</name>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>Selected line</source>
        <translation>Gewählte Zeile</translation>
    </message>
    <message>
        <source>Select a line to see its full text.</source>
        <translation>Eine Zeile wählen, um ihren ganzen Text zu sehen.</translation>
    </message>
    <message>
        <source>Minimum level</source>
        <translation>Mindeststufe</translation>
    </message>
    <message>
        <source>Errors only</source>
        <translation>Nur Fehler</translation>
    </message>
    <message>
        <source>Warnings and above</source>
        <translation>Ab Warnungen</translation>
    </message>
    <message>
        <source>Info and above</source>
        <translation>Ab Info</translation>
    </message>
    <message>
        <source>Debug and above</source>
        <translation>Ab Debug</translation>
    </message>
    <message>
        <source>Everything</source>
        <translation>Alles</translation>
    </message>
    <message>
        <source>Text to find</source>
        <translation>Gesuchter Text</translation>
    </message>
    <message>
        <source>Show only lines that contain this text</source>
        <translation>Nur Zeilen mit diesen Wörtern zeigen</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy the selected lines, or all shown lines</source>
        <translation>Die gewählten Zeilen kopieren, oder alle angezeigten</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Leeren</translation>
    </message>
    <message>
        <source>Clear all lines</source>
        <translation>Alle Zeilen verwerfen</translation>
    </message>
    <message numerus="yes">
        <source>%1 lines</source>
        <translation>
            <numerusform>%1 Zeile</numerusform>
            <numerusform>%1 Zeilen</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2 lines</source>
        <translation>%1 von %2 Zeilen</translation>
    </message>
    <message>
        <source> · %1 older lines dropped</source>
        <translation> · %1 ältere verworfen</translation>
    </message>
    <message>
        <source>No line matches the filter.</source>
        <translation>Keine Zeile passt zum Filter.</translation>
    </message>
    <message>
        <source>Messages of the engine and the providers appear here.</source>
        <translation>Hier erscheinen Meldungen der Engine und der Provider.</translation>
    </message>
</context>
<context>
    <name>planlens::widgets::MainWindow</name>
    <message>
        <source>No folder is open</source>
        <translation>Kein Ordner ist geöffnet</translation>
    </message>
    <message>
        <source>Open folder…</source>
        <translation>Ordner öffnen…</translation>
    </message>
    <message>
        <source>No editor could be started for %1. Set PLANLENS_EDITOR to its command, such as &quot;code --goto {file}:{line}&quot;.</source>
        <translation>Für %1 ließ sich kein Editor starten. PLANLENS_EDITOR auf dessen Befehl setzen, etwa „code --goto {file}:{line}“.</translation>
    </message>
    <message>
        <source>Open plan…</source>
        <translation>Plan öffnen…</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Find next</source>
        <translation>Weitersuchen</translation>
    </message>
    <message>
        <source>Find previous</source>
        <translation>Rückwärts suchen</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Show all changes</source>
        <translation>Alle Änderungen zeigen</translation>
    </message>
    <message>
        <source>Fit graph</source>
        <translation>Graph einpassen</translation>
    </message>
    <message>
        <source>Open a configuration folder</source>
        <translation>Konfigurationsordner öffnen</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>Plan again</source>
        <translation>Neu planen</translation>
    </message>
    <message>
        <source>The apply stops after the running operations. The window stays open to show the result; close it again to kill running operations.</source>
        <translation>Das Anwenden hält an, sobald das Laufende erledigt ist. Das Fenster bleibt offen und zeigt, was getan wurde; noch einmal schließen, um das Laufende gewaltsam zu beenden.</translation>
    </message>
    <message>
        <source>Closing…</source>
        <translation>Wird geschlossen…</translation>
    </message>
    <message>
        <source>Planning is stopping. Close the window again to kill running providers.</source>
        <translation>Das Planen wird angehalten. Das Fenster noch einmal schließen, um die Provider zu beenden, die noch daran arbeiten.</translation>
    </message>
    <message>
        <source>standard input</source>
        <translation>Standardeingabe</translation>
    </message>
    <message>
        <source>Opening…</source>
        <translation>Wird geöffnet…</translation>
    </message>
    <message>
        <source>Reading the plan from standard input.</source>
        <translation>Der Plan wird aus der Pipe gelesen.</translation>
    </message>
    <message>
        <source>Reading %1.</source>
        <translation>%1 wird gelesen.</translation>
    </message>
    <message>
        <source>Open a plan</source>
        <translation>Plan öffnen</translation>
    </message>
    <message>
        <source>The plan cannot be read</source>
        <translation>Der Plan kann nicht gelesen werden</translation>
    </message>
    <message>
        <source>Open another plan…</source>
        <translation>Anderen Plan öffnen…</translation>
    </message>
    <message>
        <source>Planning…</source>
        <translation>Wird geplant…</translation>
    </message>
    <message>
        <source>Loading the configuration and reading the objects.</source>
        <translation>Die Konfiguration wird geladen und das Vorhandene gelesen.</translation>
    </message>
    <message>
        <source>This folder is not trusted yet</source>
        <translation>Diesem Ordner wird noch nicht vertraut</translation>
    </message>
    <message>
        <source>Trust this folder and plan</source>
        <translation>Diesem Ordner vertrauen und planen</translation>
    </message>
    <message>
        <source>Invalid values</source>
        <translation>Ungültige Werte</translation>
    </message>
    <message>
        <source>The entered values are not valid for this configuration.</source>
        <translation>Die eingegebenen Werte sind für diese Konfiguration ungültig.</translation>
    </message>
    <message>
        <source>Enter values…</source>
        <translation>Werte eingeben…</translation>
    </message>
    <message>
        <source>Planning was stopped</source>
        <translation>Das Planen wurde angehalten</translation>
    </message>
    <message>
        <source>Nothing was changed.</source>
        <translation>Nichts wurde geändert.</translation>
    </message>
    <message>
        <source>Planning was stopped. The plan is incomplete and cannot be approved.</source>
        <translation>Das Planen wurde vorzeitig angehalten: Was zu sehen ist, ist unvollständig und kann nicht freigegeben werden.</translation>
    </message>
    <message>
        <source>Estimate without providers</source>
        <translation>Ohne Provider schätzen</translation>
    </message>
    <message>
        <source>Planning failed. The plan is incomplete and cannot be approved.</source>
        <translation>Fehler verhindern diesen Plan: Was zu sehen ist, ist unvollständig und kann nicht freigegeben werden.</translation>
    </message>
    <message>
        <source>This is an estimate from cached schemas. No provider was started and no object was read. It cannot be applied.</source>
        <translation>Eine Schätzung nach den Schemas, die die Provider hier zuvor hatten: Sie wurden nichts gefragt, und nichts wurde gelesen. Sie kann nicht angewendet werden.</translation>
    </message>
    <message>
        <source>Plan with providers</source>
        <translation>Mit den Providern planen</translation>
    </message>
    <message>
        <source>Choose variable files</source>
        <translation>Variablendateien wählen</translation>
    </message>
    <message>
        <source>Variables (*.tfvars *.tfvars.json);;All files (*)</source>
        <translation>Variablen (*.tfvars *.tfvars.json);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>SHA-256 of the plan: %1</source>
        <translation>SHA-256 des Plans: %1</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>New window</source>
        <translation>Neues Fenster</translation>
    </message>
    <message>
        <source>Close window</source>
        <translation>Fenster schließen</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>go to</source>
        <translation>gehe zu</translation>
    </message>
    <message>
        <source>Written to %1. Sensitive values are masked.</source>
        <translation>Nach %1 geschrieben. Vertrauliche Werte sind darin verborgen.</translation>
    </message>
    <message numerus="yes">
        <source>Reveal value for %n second(s)</source>
        <translation>
            <numerusform>Wert %n Sekunde lang aufdecken</numerusform>
            <numerusform>Wert %n Sekunden lang aufdecken</numerusform>
        </translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Unterschied</translation>
    </message>
    <message>
        <source>Difference (%L1)</source>
        <translation>Unterschied (%L1)</translation>
    </message>
    <message>
        <source>What if ▾</source>
        <translation>Was wäre wenn ▾</translation>
    </message>
    <message>
        <source>What if</source>
        <translation>Was wäre wenn</translation>
    </message>
    <message>
        <source>Undo, redo and compare planning options</source>
        <translation>Planoptionen rückgängig machen, wiederholen und vergleichen</translation>
    </message>
    <message>
        <source>Show the state</source>
        <translation>State zeigen</translation>
    </message>
    <message>
        <source>Plans and states (*.json *.tfplan *.plan *.out *.tfstate);;All files (*)</source>
        <translation>Pläne und States (*.json *.tfplan *.plan *.out *.tfstate);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>State file</source>
        <translation>State-Datei</translation>
    </message>
    <message>
        <source>This file is a state, not a plan.</source>
        <translation>Diese Datei ist ein State, kein Plan.</translation>
    </message>
    <message>
        <source>Show state</source>
        <translation>State zeigen</translation>
    </message>
    <message>
        <source>New tab</source>
        <translation>Neuer Tab</translation>
    </message>
    <message>
        <source>Close tab</source>
        <translation>Tab schließen</translation>
    </message>
    <message>
        <source>Next tab</source>
        <translation>Nächster Tab</translation>
    </message>
    <message>
        <source>Previous tab</source>
        <translation>Voriger Tab</translation>
    </message>
    <message>
        <source>Nothing open</source>
        <translation>Nichts geöffnet</translation>
    </message>
    <message>
        <source>applying</source>
        <translation>wird angewendet</translation>
    </message>
    <message>
        <source>the state is not saved</source>
        <translation>der State ist nicht gespeichert</translation>
    </message>
    <message>
        <source>awaiting approval</source>
        <translation>wartet auf Freigabe</translation>
    </message>
    <message>
        <source>opening</source>
        <translation>wird geöffnet</translation>
    </message>
    <message>
        <source>planning</source>
        <translation>wird geplant</translation>
    </message>
    <message>
        <source>not trusted yet</source>
        <translation>noch nicht vertraut</translation>
    </message>
    <message>
        <source>variables have no value</source>
        <translation>Variablen haben keinen Wert</translation>
    </message>
    <message>
        <source>errors</source>
        <translation>Fehler</translation>
    </message>
    <message numerus="yes">
        <source>%n of the changes destroy(s) something</source>
        <translation>
            <numerusform>%n der Änderungen zerstört etwas</numerusform>
            <numerusform>%n der Änderungen zerstören etwas</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n change(s)</source>
        <translation>
            <numerusform>%n Änderung</numerusform>
            <numerusform>%n Änderungen</numerusform>
        </translation>
    </message>
    <message>
        <source>nothing changes</source>
        <translation>nichts ändert sich</translation>
    </message>
    <message>
        <source>This is the plan of %1; planning again failed. Fix the errors below, then plan again (Ctrl+R).</source>
        <translation>Dies ist der Plan von %1; erneutes Planen ist gescheitert. Beheben, was unten aufgeführt ist, dann Strg+R drücken.</translation>
    </message>
    <message>
        <source>Planning failed. Fix the errors below, then plan again (Ctrl+R).</source>
        <translation>Die Planung ist fehlgeschlagen. Die Fehler unten beheben, dann neu planen (Strg+R).</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>&amp;Plan</source>
        <translation>&amp;Plan</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>&amp;Graph</source>
        <translation>&amp;Graph</translation>
    </message>
    <message>
        <source>&amp;Window</source>
        <translation>&amp;Fenster</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>Next change</source>
        <translation>Nächste Änderung</translation>
    </message>
    <message>
        <source>Previous change</source>
        <translation>Vorige Änderung</translation>
    </message>
    <message>
        <source>Open or close the drawer</source>
        <translation>Schublade öffnen oder schließen</translation>
    </message>
    <message>
        <source>Plan now</source>
        <translation>Jetzt planen</translation>
    </message>
    <message>
        <source>Next change not reviewed</source>
        <translation>Nächste nicht gesichtete Änderung</translation>
    </message>
    <message>
        <source>Previous change not reviewed</source>
        <translation>Vorherige nicht gesichtete Änderung</translation>
    </message>
    <message>
        <source>Open findings of other tools…</source>
        <translation>Befunde anderer Werkzeuge öffnen…</translation>
    </message>
    <message>
        <source>Open findings of other tools</source>
        <translation>Befunde anderer Werkzeuge öffnen</translation>
    </message>
    <message>
        <source>SARIF and JSON of checkov, trivy and conftest (*.sarif *.json);;All files (*)</source>
        <translation>SARIF und JSON von checkov, trivy und conftest (*.sarif *.json);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Trusted folders…</source>
        <translation>Vertraute Ordner…</translation>
    </message>
    <message>
        <source>Open cost estimate…</source>
        <translation>Kostenschätzung öffnen…</translation>
    </message>
    <message>
        <source>Open cost estimate</source>
        <translation>Kostenschätzung öffnen</translation>
    </message>
    <message>
        <source>JSON of Infracost (*.json);;All files (*)</source>
        <translation>JSON von Infracost (*.json);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>This folder is trusted.</source>
        <translation>Diesem Ordner wird vertraut.</translation>
    </message>
    <message>
        <source>Planning starts the providers and tools listed here; applying also runs the provisioners. Nothing has been started.
Only providers that match the lock file are started (development overrides excepted).
Trust is kept until the lock file or this list changes. Revoke it under File ▸ Trusted folders.</source>
        <translation>Das Planen startet die hier genannten Provider und Werkzeuge, das Anwenden auch die Provisioner. Nichts wurde gestartet.
Provider werden nur gestartet, wenn ihre Pakete einen Hash der Sperrdatei haben, außer denen in Entwicklung.
Das Vertrauen gilt, bis sich die Sperrdatei oder diese Liste ändert; unter Datei ▸ Vertraute Ordner wird es entzogen.</translation>
    </message>
    <message>
        <source>Show everything in the graph</source>
        <translation>Im Graph alles zeigen</translation>
    </message>
    <message>
        <source>Show the graph around the selection</source>
        <translation>Im Graph den Umkreis der Auswahl zeigen</translation>
    </message>
    <message>
        <source>Show the module map</source>
        <translation>Übersicht der Module zeigen</translation>
    </message>
    <message>
        <source>applied</source>
        <translation>angewendet</translation>
    </message>
    <message>
        <source>reading</source>
        <translation>wird gelesen</translation>
    </message>
    <message>
        <source>Next region</source>
        <translation>Nächster Bereich</translation>
    </message>
    <message>
        <source>Previous region</source>
        <translation>Voriger Bereich</translation>
    </message>
    <message>
        <source>Remove the lock?</source>
        <translation>Die Sperre entfernen?</translation>
    </message>
    <message>
        <source>Another operation may still be running. If both write the state, objects that one of them created are no longer managed. Remove the lock only if that operation has ended.</source>
        <translation>Eine andere Operation kann noch laufen. Wenn beide den State schreiben, werden Objekte, die eine von ihnen erstellt hat, nicht mehr verwaltet. Die Sperre nur entfernen, wenn diese Operation beendet ist.</translation>
    </message>
    <message>
        <source>Remove the lock</source>
        <translation>Sperre entfernen</translation>
    </message>
    <message>
        <source>Removing the lock…</source>
        <translation>Die Sperre wird entfernt…</translation>
    </message>
    <message>
        <source>Initialize</source>
        <translation>Initialisieren</translation>
    </message>
    <message>
        <source>Initialize this folder?</source>
        <translation>Diesen Ordner initialisieren?</translation>
    </message>
    <message>
        <source>This downloads the modules and providers that the configuration requires, and connects to its backend. It does not change the state or real objects.</source>
        <translation>Das lädt die Module und Provider herunter, die die Konfiguration verlangt, und verbindet sich mit ihrem Backend. Es ändert weder den State noch echte Objekte.</translation>
    </message>
    <message>
        <source>Initializing…</source>
        <translation>Wird initialisiert…</translation>
    </message>
    <message>
        <source>Estimate costs with Infracost…</source>
        <translation>Kosten mit Infracost schätzen…</translation>
    </message>
    <message>
        <source>Also target moved objects</source>
        <translation>Verschobene Objekte auch planen</translation>
    </message>
    <message>
        <source>Maximize or restore the region</source>
        <translation>Bereich maximieren oder wiederherstellen</translation>
    </message>
    <message>
        <source>The example cannot be copied</source>
        <translation>Das Beispiel kann nicht kopiert werden</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Plan the folder</source>
        <translation>Ordner planen</translation>
    </message>
    <message>
        <source>Applying this plan starts the providers, tools and provisioners listed here. Nothing has been started.
Only providers that match the lock file are started (development overrides excepted).
Trust is kept until the lock file or this list changes. Revoke it under File ▸ Trusted folders.</source>
        <translation>Das Anwenden dieses Plans startet die hier genannten Provider, Werkzeuge und Provisioner. Noch wurde nichts gestartet.
Nur Provider, die zur Sperrdatei passen, werden gestartet (außer Entwicklungsversionen).
Das Vertrauen gilt, bis sich die Sperrdatei oder diese Liste ändert; unter Datei ▸ Vertraute Ordner wird es entzogen.</translation>
    </message>
    <message>
        <source>Trust this folder</source>
        <translation>Diesem Ordner vertrauen</translation>
    </message>
    <message>
        <source>Open recent</source>
        <translation>Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>Pages of the drawer</source>
        <translation>Seiten der Schublade</translation>
    </message>
    <message>
        <source>Show findings</source>
        <translation>Befunde zeigen</translation>
    </message>
    <message>
        <source>Show drift</source>
        <translation>Drift zeigen</translation>
    </message>
    <message>
        <source>Show outputs</source>
        <translation>Outputs zeigen</translation>
    </message>
    <message>
        <source>Show checks</source>
        <translation>Prüfungen zeigen</translation>
    </message>
    <message>
        <source>Show diagnostics</source>
        <translation>Diagnosen zeigen</translation>
    </message>
    <message>
        <source>Show log</source>
        <translation>Protokoll zeigen</translation>
    </message>
    <message>
        <source>Show providers</source>
        <translation>Provider zeigen</translation>
    </message>
    <message>
        <source>Show difference</source>
        <translation>Unterschied zeigen</translation>
    </message>
    <message>
        <source>Show order</source>
        <translation>Reihenfolge zeigen</translation>
    </message>
    <message>
        <source>Show history</source>
        <translation>Verlauf zeigen</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Plan changes</source>
        <translation>Änderungen planen</translation>
    </message>
    <message>
        <source>Plan refresh only</source>
        <translation>Nur Refresh planen</translation>
    </message>
    <message>
        <source>Plan to destroy everything</source>
        <translation>Zerstören von allem planen</translation>
    </message>
    <message>
        <source>No recent folders</source>
        <translation>Keine zuletzt geöffneten Ordner</translation>
    </message>
    <message>
        <source>Open a folder with an OpenTofu configuration to see what an apply would change,
or a saved plan or plan JSON. You can also drop folders and files here.</source>
        <translation>Einen Ordner mit einer OpenTofu-Konfiguration öffnen, um zu sehen, was das Anwenden ändern würde,
oder einen gespeicherten Plan oder Plan-JSON. Ordner und Dateien lassen sich auch hier ablegen.</translation>
    </message>
    <message numerus="yes">
        <source>%n variable(s) need a value</source>
        <translation>
            <numerusform>%n Variable braucht einen Wert</numerusform>
            <numerusform>%n Variablen brauchen einen Wert</numerusform>
        </translation>
    </message>
    <message>
        <source>The configuration needs a value for: %1
Enter values, or choose a variable file under “Variables”.</source>
        <translation>Die Konfiguration braucht einen Wert für: %1
Werte eingeben oder unter „Variablen“ eine Variablendatei wählen.</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>Vergrößern</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>Verkleinern</translation>
    </message>
    <message>
        <source>Include %1</source>
        <translation>%1 einschließen</translation>
    </message>
    <message>
        <source>Include moved objects</source>
        <translation>Verschobene Objekte einschließen</translation>
    </message>
    <message>
        <source>This is the plan of %1; planning again was stopped. Plan again (Ctrl+R) to approve.</source>
        <translation>Dies ist der Plan von %1; das erneute Planen wurde abgebrochen. Zum Freigeben erneut planen (Ctrl+R).</translation>
    </message>
    <message>
        <source>Next project</source>
        <translation>Nächstes Projekt</translation>
    </message>
    <message>
        <source>Previous project</source>
        <translation>Vorheriges Projekt</translation>
    </message>
    <message>
        <source>Restart providers</source>
        <translation>Provider neu starten</translation>
    </message>
    <message>
        <source>Kills the provider processes of this folder and plans again</source>
        <translation>Beendet die Provider-Prozesse dieses Ordners und plant neu</translation>
    </message>
    <message>
        <source>Top to bottom</source>
        <translation>Von oben nach unten</translation>
    </message>
    <message>
        <source>Show unchanged</source>
        <translation>Unveränderte zeigen</translation>
    </message>
    <message>
        <source>About Planlens</source>
        <translation>Über Planlens</translation>
    </message>
    <message>
        <source>Planlens %1

Reviews and applies plans of OpenTofu.

License: MPL 2.0. OpenTofu is a trademark of the Linux Foundation, which is not affiliated with this program.</source>
        <translation>Planlens %1

Prüft und wendet Pläne von OpenTofu an.

Lizenz: MPL 2.0. OpenTofu ist eine Marke der Linux Foundation, die nicht mit diesem Programm verbunden ist.</translation>
    </message>
    <message numerus="yes">
        <source>Provider %1 has not responded for %n second(s).</source>
        <translation>
            <numerusform>Der Provider %1 antwortet seit %n Sekunde nicht.</numerusform>
            <numerusform>Der Provider %1 antwortet seit %n Sekunden nicht.</numerusform>
        </translation>
    </message>
    <message>
        <source>Depth</source>
        <translation>Tiefe</translation>
    </message>
    <message>
        <source>Group resources</source>
        <translation>Ressourcen gruppieren</translation>
    </message>
    <message>
        <source>%1 is not on the PATH: install it, or run “%1 init” in a terminal.</source>
        <translation>%1 ist nicht im PATH: installieren oder „%1 init“ in einem Terminal ausführen.</translation>
    </message>
    <message>
        <source>This is still the plan of %1. Planning all changes…</source>
        <translation>Das ist noch der Plan von %1. Alle Änderungen werden geplant …</translation>
    </message>
    <message>
        <source>This is still the plan of %1. Planning to destroy all managed objects…</source>
        <translation>Das ist noch der Plan von %1. Das Zerstören aller verwalteten Objekte wird geplant …</translation>
    </message>
    <message>
        <source>This is still the plan of %1. Comparing the state with the real objects…</source>
        <translation>Das ist noch der Plan von %1. Der State wird mit den echten Objekten verglichen …</translation>
    </message>
    <message>
        <source>Show the list</source>
        <translation>Liste anzeigen</translation>
    </message>
    <message>
        <source>Show the change</source>
        <translation>Änderung anzeigen</translation>
    </message>
    <message>
        <source>Show the graph</source>
        <translation>Graph anzeigen</translation>
    </message>
    <message>
        <source>Manual</source>
        <translation>Handbuch</translation>
    </message>
    <message>
        <source>This is the plan of %1. The values entered since are not valid.</source>
        <translation>Dies ist der Plan von %1. Die seitdem eingegebenen Werte sind nicht gültig.</translation>
    </message>
    <message>
        <source>This is the plan of %1. The configuration now needs a value for: %2</source>
        <translation>Dies ist der Plan von %1. Die Konfiguration benötigt jetzt einen Wert für: %2</translation>
    </message>
    <message>
        <source>Apply ended %1</source>
        <translation>Anwenden endete um %1</translation>
    </message>
    <message>
        <source>Applied %1</source>
        <translation>Um %1 angewendet</translation>
    </message>
    <message>
        <source>Review &amp;&amp; apply…</source>
        <translation>Prüfen &amp;&amp; anwenden…</translation>
    </message>
    <message>
        <source>This plan is not in the history: %1</source>
        <translation>Dieser Plan ist nicht im Verlauf: %1</translation>
    </message>
    <message>
        <source>Planning starts no programs; applying runs the provisioners listed here. Nothing has been started.
Trust is kept until the lock file or this list changes. Revoke it under File ▸ Trusted folders.</source>
        <translation>Das Planen startet keine Programme; das Anwenden führt die hier genannten Provisioner aus. Noch wurde nichts gestartet.
Das Vertrauen gilt, bis sich die Sperrdatei oder diese Liste ändert; unter Datei ▸ Vertraute Ordner wird es entzogen.</translation>
    </message>
</context>
<context>
    <name>planlens::widgets::ManualDialog</name>
    <message>
        <source>Contents</source>
        <translation>Inhalt</translation>
    </message>
    <message>
        <source>Planlens manual</source>
        <translation>Handbuch von Planlens</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>Seite</translation>
    </message>
</context>
<context>
    <name>planlens::widgets::MessageBanner</name>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
</context>
<context>
    <name>planlens::widgets::MessagePage</name>
    <message>
        <source>Show the state</source>
        <translation>State zeigen</translation>
    </message>
    <message>
        <source>Shows the state without planning or starting anything</source>
        <translation>Zeigt, was im State steht, ohne zu planen oder etwas zu starten</translation>
    </message>
</context>
<context>
    <name>planlens::widgets::MoveHints</name>
    <message>
        <source>Copy moved block</source>
        <translation>moved-Block kopieren</translation>
    </message>
    <message>
        <source>Copy all moved blocks</source>
        <translation>Alle moved-Blöcke kopieren</translation>
    </message>
    <message numerus="yes">
        <source>%n moved block(s) copied. Add to the root module and plan again.</source>
        <translation>
            <numerusform>%n moved-Block kopiert: in die Konfiguration des Root-Moduls einfügen und neu planen.</numerusform>
            <numerusform>%n moved-Blöcke kopiert: in die Konfiguration des Root-Moduls einfügen und neu planen.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>planlens::widgets::OptionChips</name>
    <message>
        <source>Variables</source>
        <translation>Variablen</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Ersetzen</translation>
    </message>
    <message>
        <source>Exclude</source>
        <translation>Ausschließen</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>%1 %2
Click to remove.</source>
        <translation>%1 %2
Klicken, um dies zurückzunehmen.</translation>
    </message>
    <message>
        <source>Remove: %1 %2</source>
        <translation>Entfernen: %1 %2</translation>
    </message>
    <message>
        <source>Remove one of these options</source>
        <translation>Eine dieser Optionen entfernen</translation>
    </message>
</context>
<context>
    <name>planlens::widgets::OrderPage</name>
    <message>
        <source>Order of operations</source>
        <translation>Reihenfolge der Operationen</translation>
    </message>
    <message>
        <source>There is no plan.</source>
        <translation>Es gibt keinen Plan.</translation>
    </message>
    <message>
        <source>The order is computed from the configuration, which a plan file does not contain.</source>
        <translation>Die Reihenfolge ergibt sich aus der Konfiguration, die ein fertiger Plan nicht hat.</translation>
    </message>
    <message>
        <source>Computing the order…</source>
        <translation>Die Reihenfolge wird ermittelt…</translation>
    </message>
    <message>
        <source>This plan does not change real objects.</source>
        <translation>Dieser Plan tut nichts an echten Objekten.</translation>
    </message>
</context>
<context>
    <name>planlens::widgets::PartialBanner</name>
    <message>
        <source>List</source>
        <translation>Liste</translation>
    </message>
    <message>
        <source>Plan everything</source>
        <translation>Alles planen</translation>
    </message>
    <message>
        <source>Remove all targets and exclusions (Ctrl+Z restores them)</source>
        <translation>Alle Ziele und Auslassungen zurücknehmen (Strg+Z holt sie zurück)</translation>
    </message>
    <message>
        <source>List changes that are not applied</source>
        <translation>Nicht angewendete Änderungen auflisten</translation>
    </message>
    <message>
        <source>Changes that are not applied</source>
        <translation>Nicht angewendete Änderungen</translation>
    </message>
</context>
<context>
    <name>planlens::widgets::PathDrop</name>
    <message numerus="yes">
        <source>Drop to open %1 and %n more</source>
        <translation>
            <numerusform>Loslassen öffnet %1 und %n weitere</numerusform>
            <numerusform>Loslassen öffnet %1 und %n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 cannot be opened: it is not a readable file or folder</source>
        <translation>%1 lässt sich nicht öffnen: Es ist kein lesbarer Ordner und keine lesbare Datei</translation>
    </message>
    <message>
        <source>%1 cannot be opened: it is not on this machine</source>
        <translation>%1 lässt sich nicht öffnen: Es liegt nicht auf diesem Rechner</translation>
    </message>
    <message>
        <source>Files cannot be opened during an apply</source>
        <translation>Solange ein Plan angewendet wird, lässt sich nichts öffnen</translation>
    </message>
    <message>
        <source>Drop to open %1</source>
        <translation>Loslassen öffnet %1</translation>
    </message>
</context>
<context>
    <name>planlens::widgets::PlanFileBanner</name>
    <message>
        <source>Start providers to read schemas</source>
        <translation>Provider für ihre Schemas starten</translation>
    </message>
    <message>
        <source>Plan file, read-only: %1</source>
        <translation>Plandatei, schreibgeschützt: %1</translation>
    </message>
    <message>
        <source>incomplete: planning failed</source>
        <translation>unvollständig: Planen fehlgeschlagen</translation>
    </message>
    <message>
        <source>incomplete: another plan is needed after this one</source>
        <translation>unvollständig: nach diesem Plan ist ein weiterer nötig</translation>
    </message>
    <message numerus="yes">
        <source>%n deferred change(s)</source>
        <translation>
            <numerusform>%n aufgeschobene Änderung</numerusform>
            <numerusform>%n aufgeschobene Änderungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n action(s)</source>
        <translation>
            <numerusform>%n Aktion</numerusform>
            <numerusform>%n Aktionen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) found</source>
        <translation>
            <numerusform>%n Objekt gefunden</numerusform>
            <numerusform>%n Objekte gefunden</numerusform>
        </translation>
    </message>
    <message>
        <source>values are hidden because provider schemas are missing</source>
        <translation>Werte sind verborgen, weil Provider-Schemas fehlen</translation>
    </message>
    <message>
        <source>created %1</source>
        <translation>erstellt %1</translation>
    </message>
    <message>
        <source>created %1 (%2)</source>
        <translation>erstellt %1 (%2)</translation>
    </message>
    <message>
        <source>Plan file: %1</source>
        <translation>Plandatei: %1</translation>
    </message>
    <message>
        <source>Trust the folder…</source>
        <translation>Ordner vertrauen…</translation>
    </message>
    <message>
        <source>Needed to apply this plan, and to show values whose schemas are missing</source>
        <translation>Nötig, um diesen Plan anzuwenden und um Werte anzuzeigen, deren Schemas fehlen</translation>
    </message>
</context>
<context>
    <name>planlens::widgets::PlanRegions</name>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
    <message>
        <source>Show the graph (Alt+3)</source>
        <translation>Den Graphen zeigen (Alt+3)</translation>
    </message>
    <message>
        <source>Hide the graph (Alt+3)</source>
        <translation>Den Graphen ausblenden (Alt+3)</translation>
    </message>
</context>
<context>
    <name>planlens::widgets::PlanStatus</name>
    <message>
        <source>Ctrl+O opens a folder</source>
        <translation>Strg+O öffnet einen Ordner</translation>
    </message>
    <message>
        <source>plan %1…%2</source>
        <translation>Plan %1…%2</translation>
    </message>
    <message>
        <source>state serial %1</source>
        <translation>State-Serial %1</translation>
    </message>
    <message>
        <source>no state yet</source>
        <translation>noch kein State</translation>
    </message>
    <message>
        <source>not refreshed</source>
        <translation>ohne Refresh</translation>
    </message>
    <message>
        <source>read %1</source>
        <translation>gelesen %1</translation>
    </message>
    <message>
        <source>1 replacement requested</source>
        <translation>1 Ersetzung verlangt</translation>
    </message>
    <message numerus="yes">
        <source>%n replacements requested</source>
        <translation>
            <numerusform>%n Ersetzung verlangt</numerusform>
            <numerusform>%n Ersetzungen verlangt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n excluded</source>
        <translation>
            <numerusform>%n ausgeschlossen</numerusform>
            <numerusform>%n ausgeschlossen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n targeted</source>
        <translation>
            <numerusform>nur %n als Ziel</numerusform>
            <numerusform>nur %n als Ziel</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>estimated to affect %n (hatched)</source>
        <translation>
            <numerusform>berührt evtl. %n (schraffiert)</numerusform>
            <numerusform>berührt evtl. %n (schraffiert)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>planlens::widgets::PlanView</name>
    <message>
        <source>Open configuration</source>
        <translation>Konfiguration öffnen</translation>
    </message>
    <message>
        <source>Unified</source>
        <translation>Untereinander</translation>
    </message>
    <message>
        <source>Shows values after the change below those before it</source>
        <translation>Zeigt Werte nach der Änderung unter denen davor</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Änderung</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>Graph</translation>
    </message>
    <message>
        <source>Marks the change as reviewed (Space)</source>
        <translation>Markiert die Änderung als gesichtet (Leertaste)</translation>
    </message>
    <message>
        <source>The filter hides %1, so it is no longer selected.</source>
        <translation>Der Filter verbirgt %1, deshalb ist es nicht mehr ausgewählt.</translation>
    </message>
    <message>
        <source>Open %1</source>
        <translation>%1 öffnen</translation>
    </message>
    <message>
        <source>Opens %1 in the editor (F4)</source>
        <translation>Öffnet %1 im Editor (F4)</translation>
    </message>
    <message>
        <source>The selected change has no block in the configuration</source>
        <translation>Die gewählte Änderung hat keinen Block in der Konfiguration</translation>
    </message>
    <message>
        <source>Go to %1</source>
        <translation>Gehe zu %1</translation>
    </message>
</context>
<context>
    <name>planlens::widgets::PlanningOverrides</name>
    <message>
        <source>Replace</source>
        <translation>Ersetzen</translation>
    </message>
    <message>
        <source>Exclude</source>
        <translation>Ausschließen</translation>
    </message>
    <message>
        <source>Target only</source>
        <translation>Nur dies als Ziel</translation>
    </message>
    <message>
        <source>Do not replace</source>
        <translation>Nicht ersetzen</translation>
    </message>
    <message>
        <source>Plans again without this replacement</source>
        <translation>Plant neu ohne diese Ersetzung</translation>
    </message>
    <message>
        <source>Plans again with this object destroyed and created, even if no change requires it</source>
        <translation>Plant neu: Dieses Objekt wird zerstört und neu erstellt, auch wenn keine Änderung es verlangt</translation>
    </message>
    <message>
        <source>Plans again without this object and the objects that depend on it</source>
        <translation>Plant neu ohne dieses Objekt und die davon abhängigen Objekte</translation>
    </message>
    <message>
        <source>Plans again with only this object and its dependencies</source>
        <translation>Plant neu nur mit diesem Objekt und seinen Abhängigkeiten</translation>
    </message>
    <message>
        <source>Include again</source>
        <translation>Wieder einschließen</translation>
    </message>
    <message>
        <source>Plans again with this object</source>
        <translation>Plant neu mit diesem Objekt</translation>
    </message>
    <message>
        <source>Do not target</source>
        <translation>Nicht als Ziel</translation>
    </message>
    <message>
        <source>Plans again without this target</source>
        <translation>Plant neu ohne dieses Ziel</translation>
    </message>
    <message>
        <source>Planning options cannot be changed while a plan is being applied.</source>
        <translation>Planoptionen lassen sich nicht ändern, während ein Plan angewendet wird.</translation>
    </message>
    <message>
        <source>This plan is from a file. Open its folder to change planning options.</source>
        <translation>Dieser Plan stammt aus einer Datei. Seinen Ordner öffnen, um Planoptionen zu ändern.</translation>
    </message>
    <message>
        <source>Return to the plan to change planning options.</source>
        <translation>Zum Plan zurückkehren, um Planoptionen zu ändern.</translation>
    </message>
    <message>
        <source>There is no plan.</source>
        <translation>Es gibt keinen Plan.</translation>
    </message>
    <message>
        <source>Select a change first.</source>
        <translation>Zuerst eine Änderung wählen.</translation>
    </message>
    <message>
        <source>Objects can only be replaced in normal mode.</source>
        <translation>Objekte lassen sich nur im Modus normal ersetzen.</translation>
    </message>
    <message>
        <source>Select a resource instance first.</source>
        <translation>Zuerst eine Ressourceninstanz wählen.</translation>
    </message>
    <message>
        <source>%1 has no object after this plan, so it cannot be replaced.</source>
        <translation>%1 hat nach diesem Plan kein Objekt und lässt sich daher nicht ersetzen.</translation>
    </message>
</context>
<context>
    <name>planlens::widgets::ProgramDialog</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Command: %1</source>
        <translation>Befehl: %1</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Output</translation>
    </message>
    <message>
        <source>%1 cannot be started: %2.</source>
        <translation>%1 kann nicht gestartet werden: %2.</translation>
    </message>
    <message>
        <source>It was stopped before it finished.</source>
        <translation>Es wurde beendet, bevor es fertig war.</translation>
    </message>
    <message>
        <source>It failed with exit code %1.</source>
        <translation>Es ist mit Exitcode %1 fehlgeschlagen.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal versuchen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>Wird angehalten…</translation>
    </message>
</context>
<context>
    <name>planlens::widgets::ProgramTable</name>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>Version</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>Programm</translation>
    </message>
    <message>
        <source>Programs to start</source>
        <translation>Programme, die gestartet würden</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
</context>
<context>
    <name>planlens::widgets::ProjectsPage</name>
    <message>
        <source>Projects</source>
        <translation>Projekte</translation>
    </message>
    <message>
        <source>Drift</source>
        <translation>Drift</translation>
    </message>
    <message>
        <source>Open plan</source>
        <translation>Plan öffnen</translation>
    </message>
    <message>
        <source>Mark as reviewed</source>
        <translation>Als gesichtet markieren</translation>
    </message>
    <message>
        <source>Approve…</source>
        <translation>Freigeben…</translation>
    </message>
    <message>
        <source>Find project or change</source>
        <translation>Projekt oder Änderung suchen</translation>
    </message>
    <message>
        <source>Read again</source>
        <translation>Neu lesen</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>Änderungen</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>The selected change or project</source>
        <translation>Die gewählte Änderung oder das gewählte Projekt</translation>
    </message>
    <message>
        <source>Opens the plan of this project in a tab</source>
        <translation>Öffnet den Plan dieses Projekts in einem Tab</translation>
    </message>
    <message>
        <source>Reading the results…</source>
        <translation>Ergebnisse werden gelesen …</translation>
    </message>
    <message>
        <source>Projects (%1)</source>
        <translation>Projekte (%1)</translation>
    </message>
    <message>
        <source>Changes (%1)</source>
        <translation>Änderungen (%1)</translation>
    </message>
    <message>
        <source>Drift (%1)</source>
        <translation>Abweichungen (%1)</translation>
    </message>
    <message numerus="yes">
        <source>Approve %n reviewed…</source>
        <translation>
            <numerusform>%n gesichteten freigeben …</numerusform>
            <numerusform>%n gesichtete freigeben …</numerusform>
        </translation>
    </message>
    <message>
        <source>Approve plans</source>
        <translation>Pläne freigeben</translation>
    </message>
    <message>
        <source>Save approvals</source>
        <translation>Freigaben speichern</translation>
    </message>
    <message>
        <source>Approvals (*.json)</source>
        <translation>Freigaben (*.json)</translation>
    </message>
    <message>
        <source>The approvals were not saved</source>
        <translation>Die Freigaben wurden nicht gespeichert</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2.</source>
        <translation>%1 kann nicht geschrieben werden: %2.</translation>
    </message>
    <message>
        <source>Plan again…</source>
        <translation>Neu planen…</translation>
    </message>
    <message>
        <source>Plans all projects of these results again</source>
        <translation>Plant alle Projekte dieser Ergebnisse neu</translation>
    </message>
    <message>
        <source>Plans this project, or all projects of this change, again</source>
        <translation>Plant dieses Projekt oder alle Projekte dieser Änderung neu</translation>
    </message>
    <message>
        <source>Saves the list of the reviewed plans, then offers to apply them</source>
        <translation>Speichert die Liste der gesichteten Pläne und bietet an, sie anzuwenden</translation>
    </message>
    <message>
        <source>Finding projects…</source>
        <translation>Projekte werden gesucht…</translation>
    </message>
    <message>
        <source>Plan all…</source>
        <translation>Alle planen…</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>Planen</translation>
    </message>
    <message numerus="yes">
        <source>Plan %n project(s)?</source>
        <translation>
            <numerusform>%n Projekt planen?</numerusform>
            <numerusform>%n Projekte planen?</numerusform>
        </translation>
    </message>
    <message>
        <source>This starts the providers of the projects and contacts the servers of their states. It changes neither states nor real objects. The new results replace earlier ones.</source>
        <translation>Das startet die Provider der Projekte und verbindet sich mit den Servern ihrer States. Es ändert weder States noch echte Objekte. Die neuen Ergebnisse ersetzen frühere.</translation>
    </message>
    <message>
        <source>Planning…</source>
        <translation>Wird geplant…</translation>
    </message>
    <message>
        <source>planlens-cli is not installed, or not on the PATH.</source>
        <translation>planlens-cli ist nicht installiert oder nicht im PATH.</translation>
    </message>
    <message>
        <source>The approvals are saved in %1. These results do not record their repository. To apply the plans, run planlens-cli projects apply in it.</source>
        <translation>Die Freigaben sind in %1 gespeichert. Diese Ergebnisse nennen ihr Repository nicht. Zum Anwenden dort planlens-cli projects apply ausführen.</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>Anwenden</translation>
    </message>
    <message numerus="yes">
        <source>Apply %n plan(s) now?</source>
        <translation>
            <numerusform>%n Plan jetzt anwenden?</numerusform>
            <numerusform>%n Pläne jetzt anwenden?</numerusform>
        </translation>
    </message>
    <message>
        <source>The approvals are saved. Exactly the reviewed plans are applied, projects that others depend on first. The first failure stops the rest. You can also run this command later.</source>
        <translation>Die Freigaben sind gespeichert. Genau die gesichteten Pläne werden angewendet, zuerst Projekte, von denen andere abhängen. Der erste Fehler hält den Rest an. Der Befehl kann auch später ausgeführt werden.</translation>
    </message>
    <message>
        <source>Applying…</source>
        <translation>Wird angewendet…</translation>
    </message>
    <message>
        <source>Select a change or a project.</source>
        <translation>Eine Änderung oder ein Projekt auswählen.</translation>
    </message>
    <message>
        <source>No project is planned yet. &quot;Plan all…&quot; plans them, each in its own process, and shows the same change of several projects once.</source>
        <translation>Noch ist kein Projekt geplant. „Alle planen…“ plant sie, jedes in einem eigenen Prozess, und zeigt dieselbe Änderung mehrerer Projekte einmal.</translation>
    </message>
    <message>
        <source>Downloading the results: %1 of %2</source>
        <translation>Ergebnisse werden heruntergeladen: %1 von %2</translation>
    </message>
    <message>
        <source>Downloading the results…</source>
        <translation>Ergebnisse werden heruntergeladen…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>The results cannot be read</source>
        <translation>Die Ergebnisse können nicht gelesen werden</translation>
    </message>
    <message>
        <source>A project is reviewed, and can be approved, when all its changes are reviewed.</source>
        <translation>Ein Projekt ist gesichtet und kann freigegeben werden, wenn alle seine Änderungen gesichtet sind.</translation>
    </message>
    <message>
        <source>Mark as not reviewed</source>
        <translation>Als nicht gesichtet markieren</translation>
    </message>
    <message>
        <source>%1: %2 destroyed, %3 replaced</source>
        <translation>%1: %2 gelöscht, %3 ersetzt</translation>
    </message>
    <message numerus="yes">
        <source>and %n more project(s)</source>
        <translation>
            <numerusform>und %n weiteres Projekt</numerusform>
            <numerusform>und %n weitere Projekte</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) will be destroyed or replaced:</source>
        <translation>
            <numerusform>%n Objekt wird gelöscht oder ersetzt:</numerusform>
            <numerusform>%n Objekte werden gelöscht oder ersetzt:</numerusform>
        </translation>
    </message>
    <message>
        <source>Type &quot;destroy&quot; to approve these plans.</source>
        <translation>Zum Freigeben dieser Pläne „destroy“ eingeben.</translation>
    </message>
    <message>
        <source>Plan all again…</source>
        <translation>Alle erneut planen …</translation>
    </message>
    <message numerus="yes">
        <source>Mark %n as not reviewed</source>
        <translation>
            <numerusform>%n als nicht gesichtet markieren</numerusform>
            <numerusform>%n als nicht gesichtet markieren</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Mark %n as reviewed</source>
        <translation>
            <numerusform>%n als gesichtet markieren</numerusform>
            <numerusform>%n als gesichtet markieren</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>planlens::widgets::RevealPopup</name>
    <message>
        <source>Sensitive value of %1</source>
        <translation>Vertraulicher Wert von %1</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>Vorher</translation>
    </message>
    <message>
        <source>After</source>
        <translation>Nachher</translation>
    </message>
    <message numerus="yes">
        <source>Hidden again in %n second(s). Escape hides it now.</source>
        <translation>
            <numerusform>Wird in %n Sekunde wieder verborgen. Esc verbirgt ihn sofort.</numerusform>
            <numerusform>Wird in %n Sekunden wieder verborgen. Esc verbirgt ihn sofort.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>planlens::widgets::ReviewPage</name>
    <message>
        <source>Only outputs or the state change</source>
        <translation>Nur Outputs oder der State ändern sich</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>Durchsicht</translation>
    </message>
    <message>
        <source>Apply this plan?</source>
        <translation>Diesen Plan anwenden?</translation>
    </message>
    <message>
        <source>This destroys one object. That cannot be undone.</source>
        <translation>Dabei wird ein Objekt zerstört. Das lässt sich nicht rückgängig machen.</translation>
    </message>
    <message numerus="yes">
        <source>This destroys %n objects. That cannot be undone.</source>
        <translation>
            <numerusform>Dabei wird %n Objekt zerstört. Das lässt sich nicht rückgängig machen.</numerusform>
            <numerusform>Dabei werden %n Objekte zerstört. Das lässt sich nicht rückgängig machen.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1. Exactly this plan is applied. If the state has changed, nothing is applied.</source>
        <translation>%1. Genau dieser Plan wird angewendet. Hat sich der State geändert, wird nichts angewendet.</translation>
    </message>
    <message>
        <source>Applying runs:</source>
        <translation>Beim Anwenden wird gestartet:</translation>
    </message>
    <message>
        <source>Back to the plan</source>
        <translation>Zurück zum Plan</translation>
    </message>
    <message>
        <source>Returns without applying (Escape)</source>
        <translation>Wendet nichts an (Escape)</translation>
    </message>
    <message>
        <source>destroy</source>
        <comment>word to type</comment>
        <extracomment>The word that is typed: with letters that every keyboard has</extracomment>
        <translation>destroy</translation>
    </message>
    <message>
        <source>Type &lt;b&gt;%1&lt;/b&gt; to continue:</source>
        <translation>Zum Fortfahren &lt;b&gt;%1&lt;/b&gt; eingeben:</translation>
    </message>
    <message>
        <source>The word %1</source>
        <translation>Das Wort %1</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>Plan</translation>
    </message>
    <message>
        <source>Created</source>
        <translation>Erstellt</translation>
    </message>
    <message>
        <source>Workspace</source>
        <translation>Workspace</translation>
    </message>
    <message>
        <source>State</source>
        <translation>State</translation>
    </message>
    <message>
        <source>none yet</source>
        <translation>noch keiner</translation>
    </message>
    <message>
        <source>serial %1, lineage %2</source>
        <translation>Serial %1, Lineage %2</translation>
    </message>
    <message>
        <source>Options</source>
        <translation>Optionen</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>Reviewed</source>
        <translation>Gesichtet</translation>
    </message>
    <message>
        <source>real objects read %1</source>
        <translation>echte Objekte %1 gelesen</translation>
    </message>
    <message>
        <source>real objects not read</source>
        <translation>echte Objekte nicht gelesen</translation>
    </message>
    <message numerus="yes">
        <source>%n check(s) failed: %1</source>
        <translation>
            <numerusform>%n Prüfung ist fehlgeschlagen: %1</numerusform>
            <numerusform>%n Prüfungen sind fehlgeschlagen: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n finding(s):</source>
        <translation>
            <numerusform>%n Befund:</numerusform>
            <numerusform>%n Befunde:</numerusform>
        </translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>Befunde</translation>
    </message>
    <message>
        <source>Required before applying:</source>
        <translation>Vor dem Anwenden verlangt:</translation>
    </message>
    <message>
        <source>Required by .planlens/policy.json</source>
        <translation>Von .planlens/policy.json verlangt</translation>
    </message>
    <message>
        <source>Requires this for plans of this folder</source>
        <translation>Verlangt dies für Pläne dieses Ordners</translation>
    </message>
    <message>
        <source>Real object</source>
        <translation>Echtes Objekt</translation>
    </message>
    <message>
        <source>–</source>
        <translation>–</translation>
    </message>
    <message>
        <source>✓ met</source>
        <translation>✓ erfüllt</translation>
    </message>
    <message numerus="yes">
        <source>✗ %n failed</source>
        <translation>
            <numerusform>✗ %n fehlgeschlagen</numerusform>
            <numerusform>✗ %n fehlgeschlagen</numerusform>
        </translation>
    </message>
    <message>
        <source>✗ not yet</source>
        <translation>✗ noch nicht</translation>
    </message>
    <message numerus="yes">
        <source>✗ %n not reviewed</source>
        <translation>
            <numerusform>✗ %n nicht gesichtet</numerusform>
            <numerusform>✗ %n nicht gesichtet</numerusform>
        </translation>
    </message>
    <message>
        <source>%L1 of %L2 changes</source>
        <translation>%L1 von %L2 Änderungen</translation>
    </message>
    <message>
        <source>Applies exactly this plan</source>
        <translation>Wendet genau diesen Plan an</translation>
    </message>
    <message>
        <source>A required condition is not met</source>
        <translation>Eine verlangte Bedingung ist nicht erfüllt</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>Aktion</translation>
    </message>
    <message>
        <source>SHA-256 of the plan: %1</source>
        <translation>SHA-256 des Plans: %1</translation>
    </message>
    <message numerus="yes">
        <source>%n planned change(s) will not be applied:</source>
        <translation>
            <numerusform>%n geplante Änderung wird nicht angewendet:</numerusform>
            <numerusform>%n geplante Änderungen werden nicht angewendet:</numerusform>
        </translation>
    </message>
    <message>
        <source>Planned, not applied</source>
        <translation>Geplant, nicht angewendet</translation>
    </message>
    <message>
        <source>Review of all destroyed objects</source>
        <translation>Prüfung aller zerstörten Objekte</translation>
    </message>
    <message>
        <source>Review of high-risk findings</source>
        <translation>Prüfung der Befunde mit hohem Risiko</translation>
    </message>
    <message>
        <source>No failed checks</source>
        <translation>Keine fehlgeschlagenen Prüfungen</translation>
    </message>
    <message>
        <source>Typed word</source>
        <translation>Eingegebenes Wort</translation>
    </message>
    <message>
        <source>Required before applying: %1</source>
        <translation>Vor dem Anwenden erforderlich: %1</translation>
    </message>
    <message>
        <source>Objects that will be destroyed</source>
        <translation>Objekte, die zerstört werden</translation>
    </message>
    <message>
        <source>Objects that will be forgotten</source>
        <translation>Objekte, die vergessen werden</translation>
    </message>
    <message>
        <source>Objects that will be destroyed or forgotten</source>
        <translation>Objekte, die zerstört oder vergessen werden</translation>
    </message>
</context>
<context>
    <name>planlens::widgets::SearchField</name>
    <message>
        <source>Find address or =value (Ctrl+F)</source>
        <translation>Adresse oder =Wert (Strg+F)</translation>
    </message>
    <message>
        <source>Find by address or value</source>
        <translation>Nach Adresse oder Wert suchen</translation>
    </message>
    <message>
        <source>Part of an address (* matches any text) or a value: =t3 or instance_type=t3. Return selects the next match, Shift+Return the previous one, Escape clears.</source>
        <translation>Wörter einer Adresse, * für beliebigen Text, und Werte: =t3 oder instance_type=t3. Eingabe geht zum nächsten Treffer, Umschalt+Eingabe zum vorigen, Esc leert.</translation>
    </message>
    <message>
        <source>Show only rows that match</source>
        <translation>Nur passende Zeilen zeigen</translation>
    </message>
    <message>
        <source>Find (Ctrl+F)</source>
        <translation>Suchen (Strg+F)</translation>
    </message>
</context>
<context>
    <name>planlens::widgets::SessionBar</name>
    <message>
        <source>Open folder…</source>
        <translation>Ordner öffnen…</translation>
    </message>
    <message>
        <source>Open another configuration folder (Ctrl+O)</source>
        <translation>Anderen Konfigurationsordner öffnen (Strg+O)</translation>
    </message>
    <message>
        <source>Workspace</source>
        <translation>Workspace</translation>
    </message>
    <message>
        <source>Variables ▾</source>
        <translation>Variablen ▾</translation>
    </message>
    <message>
        <source>Variables</source>
        <translation>Variablen</translation>
    </message>
    <message>
        <source>Values of the root module&apos;s variables</source>
        <translation>Werte der Variablen des Root-Moduls</translation>
    </message>
    <message>
        <source>Variable files…</source>
        <translation>Variablendateien…</translation>
    </message>
    <message>
        <source>Try other values…</source>
        <translation>Andere Werte probieren…</translation>
    </message>
    <message>
        <source>Change entered values…</source>
        <translation>Eingegebene Werte ändern…</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>Planen</translation>
    </message>
    <message>
        <source>Plan the changes that the configuration requires</source>
        <translation>Planen, was die Objekte der Konfiguration angleicht</translation>
    </message>
    <message>
        <source>Refresh only</source>
        <translation>Nur Refresh</translation>
    </message>
    <message>
        <source>Destroy</source>
        <translation>Zerstören</translation>
    </message>
    <message>
        <source>Plan to destroy all managed objects</source>
        <translation>Planen, alles zu zerstören, was hier verwaltet wird</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>Refresh</translation>
    </message>
    <message>
        <source>Read the real objects before planning</source>
        <translation>Die echten Objekte vor dem Planen lesen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Plan again</source>
        <translation>Neu planen</translation>
    </message>
    <message>
        <source>Plan now</source>
        <translation>Jetzt planen</translation>
    </message>
    <message>
        <source>Refresh all objects and plan again (Ctrl+R)</source>
        <translation>Alles neu lesen und planen (Strg+R)</translation>
    </message>
    <message>
        <source>Open another folder or plan</source>
        <translation>Anderen Ordner oder Plan öffnen</translation>
    </message>
    <message>
        <source>Open another folder (Ctrl+O), a plan (Ctrl+Shift+O), or a recent folder</source>
        <translation>Anderen Ordner (Strg+O), Plan (Strg+Umschalt+O) oder zuletzt verwendeten Ordner öffnen</translation>
    </message>
    <message>
        <source>Open plan…</source>
        <translation>Plan öffnen…</translation>
    </message>
    <message>
        <source>Open a configuration folder (Ctrl+O)</source>
        <translation>Konfigurationsordner öffnen (Strg+O)</translation>
    </message>
    <message>
        <source>A plan from standard input. Click to open a configuration folder (Ctrl+O).</source>
        <translation>Ein Plan, der durch eine Pipe kam. Klicken, um einen Konfigurationsordner zu öffnen (Strg+O).</translation>
    </message>
    <message>
        <source>%1
Click to open a configuration folder (Ctrl+O).</source>
        <translation>%1
Klicken, um einen Konfigurationsordner zu öffnen (Strg+O).</translation>
    </message>
    <message>
        <source>Opening</source>
        <translation>Wird geöffnet</translation>
    </message>
    <message>
        <source>Planning</source>
        <translation>Wird geplant</translation>
    </message>
    <message>
        <source>Show the state</source>
        <translation>State zeigen</translation>
    </message>
    <message>
        <source>No recent folders</source>
        <translation>Keine zuletzt geöffneten Ordner</translation>
    </message>
    <message>
        <source>Updates the state and changes no object.</source>
        <translation>Aktualisiert den State und ändert kein Objekt.</translation>
    </message>
    <message>
        <source>Destroys all managed objects.</source>
        <translation>Zerstört alle verwalteten Objekte.</translation>
    </message>
    <message>
        <source>Plan only updates of the state with what changed since the last apply</source>
        <translation>Nur die Übernahme dessen planen, was sich seit der letzten Anwendung geändert hat</translation>
    </message>
    <message>
        <source>Reads no real objects: changes made outside are not seen.</source>
        <translation>Liest keine echten Objekte: Änderungen von außen bleiben unbemerkt.</translation>
    </message>
    <message>
        <source>Refresh all objects and plan (Ctrl+R)</source>
        <translation>Alle Objekte aktualisieren und planen (Strg+R)</translation>
    </message>
</context>
<context>
    <name>planlens::widgets::ShortcutsPage</name>
    <message>
        <source>Next match</source>
        <translation>Nächster Treffer</translation>
    </message>
    <message>
        <source>Return or ↓</source>
        <translation>Eingabe oder ↓</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>Voriger Treffer</translation>
    </message>
    <message>
        <source>Shift+Return or ↑</source>
        <translation>Umschalt+Eingabe oder ↑</translation>
    </message>
    <message>
        <source>Clear, then close</source>
        <translation>Leeren, dann verlassen</translation>
    </message>
    <message>
        <source>Escape</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>Unfold, fold</source>
        <translation>Aufklappen, zuklappen</translation>
    </message>
    <message>
        <source>→, ←</source>
        <translation>→, ←</translation>
    </message>
    <message>
        <source>Unfold all levels</source>
        <translation>Mit allem darin aufklappen</translation>
    </message>
    <message>
        <source>Next node in that direction</source>
        <translation>Zum nächsten Knoten in einer Richtung</translation>
    </message>
    <message>
        <source>Arrow keys</source>
        <translation>Pfeiltasten</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Taste</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Search field</source>
        <translation>Suchfeld</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>Änderungen</translation>
    </message>
    <message>
        <source>Graph</source>
        <translation>Graph</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Menu or region</source>
        <translation>Menü oder Bereich</translation>
    </message>
</context>
<context>
    <name>planlens::widgets::Snapshot</name>
    <message>
        <source>Error: </source>
        <translation>Fehler: </translation>
    </message>
    <message>
        <source>Warning: </source>
        <translation>Warnung: </translation>
    </message>
    <message>
        <source>Not trusted: %1 %2 %3</source>
        <translation>Nicht vertraut: %1 %2 %3</translation>
    </message>
    <message>
        <source>No value for variable %1</source>
        <translation>Kein Wert für Variable %1</translation>
    </message>
    <message>
        <source>No picture was written because planning failed.</source>
        <translation>Nichts wurde geplant, also auch nichts gezeichnet.</translation>
    </message>
    <message>
        <source>The plan has no change of %1.</source>
        <translation>Der Plan hat keine Änderung von %1.</translation>
    </message>
    <message>
        <source>Unknown what-if %1.</source>
        <translation>Unter dem Namen %1 kann hier nichts verlangt werden.</translation>
    </message>
    <message>
        <source>There is no view named %1.</source>
        <translation>Es gibt keine Ansicht namens %1.</translation>
    </message>
    <message>
        <source>The state has no object of %1.</source>
        <translation>Der State hat kein Objekt von %1.</translation>
    </message>
    <message>
        <source>Cannot write %1, because its name is not that of a picture. Use a name that ends with .png.</source>
        <translation>%1 kann nicht geschrieben werden, weil der Name nicht der eines Bildes ist. Einen Namen verwenden, der auf .png endet.</translation>
    </message>
    <message>
        <source>Cannot write %1: %2</source>
        <translation>%1 kann nicht geschrieben werden: %2</translation>
    </message>
</context>
<context>
    <name>planlens::widgets::StartPage</name>
    <message>
        <source>Open plan…</source>
        <translation>Plan öffnen…</translation>
    </message>
    <message>
        <source>Open a saved plan or plan JSON (Ctrl+Shift+O)</source>
        <translation>Gespeicherten Plan oder Plan-JSON öffnen (Strg+Umschalt+O)</translation>
    </message>
    <message>
        <source>Recent folders</source>
        <translation>Zuletzt geöffnete Ordner</translation>
    </message>
    <message>
        <source>Try the example</source>
        <translation>Beispiel ausprobieren</translation>
    </message>
    <message>
        <source>Plans a copy of a small configuration that needs no providers</source>
        <translation>Plant eine Kopie einer kleinen Konfiguration, die keine Provider braucht</translation>
    </message>
    <message>
        <source>no changes</source>
        <translation>keine Änderungen</translation>
    </message>
    <message>
        <source>Tested with plans of up to 100,000 resources.</source>
        <translation>Getestet mit Plänen von bis zu 100.000 Ressourcen.</translation>
    </message>
</context>
<context>
    <name>planlens::widgets::StatePage</name>
    <message>
        <source>Read again</source>
        <translation>Neu lesen</translation>
    </message>
    <message>
        <source>State</source>
        <translation>State</translation>
    </message>
    <message>
        <source>Filter by address, such as web or *.db[0]</source>
        <translation>Adresse filtern, etwa web oder *.db[0]</translation>
    </message>
    <message>
        <source>Filter the state by address</source>
        <translation>Den State nach Adresse filtern</translation>
    </message>
    <message>
        <source>Reads the state again. Nothing is changed or started.</source>
        <translation>Liest den State noch einmal. Nichts wird geändert oder gestartet.</translation>
    </message>
    <message>
        <source>State contents</source>
        <translation>Inhalt des States</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Einzelheiten</translation>
    </message>
    <message>
        <source>Attributes</source>
        <translation>Attribute</translation>
    </message>
    <message>
        <source>◂ Plan</source>
        <translation>◂ Plan</translation>
    </message>
    <message>
        <source>Back to the plan</source>
        <translation>Zurück zum Plan</translation>
    </message>
    <message>
        <source>Back to the plan (Ctrl+Shift+S)</source>
        <translation>Zurück zum Plan (Strg+Umschalt+S)</translation>
    </message>
    <message>
        <source>No folder is open.</source>
        <translation>Kein Ordner ist geöffnet.</translation>
    </message>
    <message>
        <source>Reading the state…</source>
        <translation>Der State wird gelesen…</translation>
    </message>
    <message>
        <source>There is no state yet because nothing has been applied.
%1</source>
        <translation>Es gibt noch keinen State: Hier wurde nichts angewendet.
%1</translation>
    </message>
    <message>
        <source>The state is empty.</source>
        <translation>Der State ist leer.</translation>
    </message>
    <message>
        <source>serial %1</source>
        <translation>Serial %1</translation>
    </message>
    <message>
        <source>lineage %1</source>
        <translation>Lineage %1</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>written by version %1</source>
        <translation>geschrieben von Version %1</translation>
    </message>
    <message numerus="yes">
        <source>%n in all</source>
        <translation>
            <numerusform>%n insgesamt</numerusform>
            <numerusform>%n insgesamt</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>No object matches this address.</source>
        <translation>Nichts im State hat so eine Adresse.</translation>
    </message>
    <message>
        <source>Select an object to see its attributes.</source>
        <translation>Ein Objekt wählen, um seine Attribute zu sehen.</translation>
    </message>
    <message>
        <source>Sensitive output of the root module.</source>
        <translation>Ein vertraulicher Output des Root-Moduls.</translation>
    </message>
    <message>
        <source>Output of the root module.</source>
        <translation>Ein Output des Root-Moduls.</translation>
    </message>
    <message>
        <source>Deposed object %1: it was replaced and still has to be destroyed.</source>
        <translation>Deposed-Objekt %1: Es wurde ersetzt und muss noch zerstört werden.</translation>
    </message>
    <message>
        <source>Tainted: the next plan replaces it.</source>
        <translation>Tainted: Der nächste Plan ersetzt es.</translation>
    </message>
    <message>
        <source>Provider %1</source>
        <translation>Provider %1</translation>
    </message>
    <message>
        <source>schema version %1</source>
        <translation>Schemaversion %1</translation>
    </message>
    <message>
        <source>created before it is destroyed</source>
        <translation>neu erstellt, bevor es zerstört wird</translation>
    </message>
    <message>
        <source>forgotten instead of destroyed</source>
        <translation>nicht zerstört, sondern vergessen</translation>
    </message>
    <message>
        <source>Identity %1</source>
        <translation>Identität %1</translation>
    </message>
    <message>
        <source>Depends on %1</source>
        <translation>Hängt ab von %1</translation>
    </message>
</context>
<context>
    <name>planlens::widgets::TabbedWindow</name>
    <message>
        <source>Open folders and plans</source>
        <translation>Geöffnete Ordner und Pläne</translation>
    </message>
    <message>
        <source>Close tab</source>
        <translation>Tab schließen</translation>
    </message>
    <message>
        <source>not planned yet</source>
        <translation>noch nicht geplant</translation>
    </message>
</context>
<context>
    <name>planlens::widgets::TextDiffView</name>
    <message>
        <source>Raw</source>
        <translation>Roh</translation>
    </message>
    <message>
        <source>Show the raw text instead of the decoded text</source>
        <translation>Den Text so zeigen, wie er ist, statt das, wofür er steht</translation>
    </message>
    <message>
        <source>Raw text</source>
        <translation>Rohtext</translation>
    </message>
    <message>
        <source>Differences in the text</source>
        <translation>Unterschiede im Text</translation>
    </message>
    <message>
        <source>Select an attribute with a long text to see its differences.</source>
        <translation>Im Baum ein Attribut mit langem Text wählen, um zu sehen, was sich darin ändert.</translation>
    </message>
    <message>
        <source>text</source>
        <translation>Text</translation>
    </message>
</context>
<context>
    <name>planlens::widgets::TilesView</name>
    <message>
        <source>Picture of all projects</source>
        <translation>Bild aller Projekte</translation>
    </message>
    <message>
        <source>unchanged</source>
        <translation>unverändert</translation>
    </message>
    <message>
        <source>, drift %L1</source>
        <translation>, Drift %L1</translation>
    </message>
</context>
<context>
    <name>planlens::widgets::TrendPlot</name>
    <message>
        <source>%1 on %2, %3 on %4; at most %5</source>
        <translation>%1 am %2, %3 am %4; höchstens %5</translation>
    </message>
</context>
<context>
    <name>planlens::widgets::TrendView</name>
    <message>
        <source>Planned</source>
        <translation>Geplant</translation>
    </message>
    <message>
        <source>Projects with drift</source>
        <translation>Projekte mit Abweichungen</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Longest</source>
        <translation>Längste Dauer</translation>
    </message>
    <message>
        <source>Duration of planning all projects</source>
        <translation>Dauer der Planung aller Projekte</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>There is no result yet.</source>
        <translation>Es gibt noch kein Ergebnis.</translation>
    </message>
    <message>
        <source>There is only one result so far.</source>
        <translation>Bisher gibt es nur ein Ergebnis.</translation>
    </message>
    <message>
        <source>Planning into the same directory or object store adds to the history, which shows since when objects drift and how long planning took. To find drift every night, run:</source>
        <translation>Wiederholtes Planen in dasselbe Verzeichnis oder denselben Objektspeicher ergänzt den Verlauf. Er zeigt, seit wann Objekte abweichen und wie lange die Planung gedauert hat. Um jede Nacht Abweichungen zu finden:</translation>
    </message>
</context>
<context>
    <name>planlens::widgets::TrustedFoldersDialog</name>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Trusted since</source>
        <translation>Vertraut seit</translation>
    </message>
    <message>
        <source>Trusted folders</source>
        <translation>Vertraute Ordner</translation>
    </message>
    <message>
        <source>Revoke trust</source>
        <translation>Vertrauen entziehen</translation>
    </message>
    <message>
        <source>Planning these folders may start their providers, provisioners and tools. Trust expires when the lock file or the list of programs changes.</source>
        <translation>Diese Ordner dürfen ihre Provider, Provisioner und Werkzeuge starten, wenn sie geplant werden. Das Vertrauen endet von selbst, wenn sich die Sperrdatei oder die Liste der Programme ändert.</translation>
    </message>
</context>
<context>
    <name>planlens::widgets::UnsavedState</name>
    <message>
        <source>Save the state elsewhere…</source>
        <translation>State anderswo speichern…</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>The new state could not be saved, neither to its file nor to errored.tfstate. It exists only in this window and is lost when the window closes. Save it to another disk or folder now.</source>
        <translation>Der neue State konnte nirgends geschrieben werden: weder in seine Datei noch in errored.tfstate. Er ist nur in diesem Fenster und geht verloren, wenn es geschlossen wird. Jetzt auf einem anderen Datenträger oder in einem anderen Ordner speichern.</translation>
    </message>
    <message>
        <source>Save the state</source>
        <translation>State speichern</translation>
    </message>
    <message>
        <source>States (*.tfstate);;All files (*)</source>
        <translation>States (*.tfstate);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>The state could not be saved to %1 either: %2. It still exists only in this window. Choose another location.</source>
        <translation>Auch nach %1 konnte der State nicht gespeichert werden: %2. Er ist weiterhin nur in diesem Fenster. Einen anderen Ort wählen.</translation>
    </message>
    <message>
        <source>The state was saved to %1. To restore it, run: %2</source>
        <translation>Der State ist als %1 gespeichert. An seinen Platz bringen mit: %2</translation>
    </message>
    <message>
        <source>The state is not saved</source>
        <translation>Der State ist nur in diesem Fenster</translation>
    </message>
    <message>
        <source>The result of the last apply is recorded only in this window. If it is lost, created objects remain but are no longer managed.</source>
        <translation>Das Ergebnis des letzten Anwendens ist nur in diesem Fenster verzeichnet. Geht es verloren, bleiben erstellte Objekte bestehen, werden aber nicht mehr verwaltet.</translation>
    </message>
    <message>
        <source>Save elsewhere…</source>
        <translation>Anderswo speichern…</translation>
    </message>
    <message>
        <source>Keep the window open</source>
        <translation>Fenster offen lassen</translation>
    </message>
    <message>
        <source>Close and lose the state</source>
        <translation>Schließen und den State verlieren</translation>
    </message>
</context>
<context>
    <name>planlens::widgets::VariablesDialog</name>
    <message>
        <source>Variables</source>
        <translation>Variablen</translation>
    </message>
    <message>
        <source>Plan with other values. Entered values override files and defaults until you undo them (Ctrl+Z) or open another folder.</source>
        <translation>Mit anderen Werten planen. Eingegebene Werte haben Vorrang vor Dateien und Standardwerten, bis sie rückgängig gemacht werden (Strg+Z) oder ein anderer Ordner geöffnet wird.</translation>
    </message>
    <message>
        <source>The configuration needs these values. They are kept until you open another folder; write them to terraform.tfvars to keep them permanently.</source>
        <translation>Die Konfiguration braucht diese Werte, bevor sie geplant werden kann. Sie gelten, bis ein anderer Ordner geöffnet wird; in terraform.tfvars geschrieben, bleiben sie dauerhaft erhalten.</translation>
    </message>
    <message>
        <source>Plan with these values</source>
        <translation>Mit diesen Werten planen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true oder false</translation>
    </message>
    <message>
        <source>as in a .tfvars file</source>
        <translation>wie in einer .tfvars-Datei</translation>
    </message>
    <message>
        <source>Type: %1, in HCL syntax.</source>
        <translation>Typ: %1, geschrieben wie in HCL.</translation>
    </message>
    <message>
        <source>Type: %1.</source>
        <translation>Typ: %1.</translation>
    </message>
    <message>
        <source>Sensitive: the value is hidden. Leave empty to keep it.</source>
        <translation>Vertraulich: wird nicht gezeigt. Leer lassen, um den Wert zu behalten.</translation>
    </message>
    <message>
        <source>Sensitive: the value is hidden.</source>
        <translation>Vertraulich: wird nicht gezeigt.</translation>
    </message>
    <message>
        <source>Choose true or false.</source>
        <translation>true oder false wählen.</translation>
    </message>
    <message>
        <source>Enter a number, such as 3 or 0.5.</source>
        <translation>Eine Zahl ist nötig, etwa 3 oder 0.5.</translation>
    </message>
    <message>
        <source>Enter a value, for example [&quot;a&quot;, &quot;b&quot;] or { key = &quot;value&quot; }.</source>
        <translation>Ein Wert ist nötig, zum Beispiel [&quot;a&quot;, &quot;b&quot;] oder { key = &quot;value&quot; }.</translation>
    </message>
</context>
<context>
    <name>planlens::widgets::VerdictBar</name>
    <message>
        <source>Filter by type, module, provider, drift, move, import or check (Ctrl+Shift+F)</source>
        <translation>Nach Typ, Modul, Provider, Drift, Verschiebung, Import oder Prüfung filtern (Strg+Umschalt+F)</translation>
    </message>
    <message>
        <source>Filter ▾</source>
        <translation>Filter ▾</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Filter: %1</source>
        <translation>Filter: %1</translation>
    </message>
    <message numerus="yes">
        <source>and %n more type(s)</source>
        <translation>
            <numerusform>und %n weiterer Typ</numerusform>
            <numerusform>und %n weitere Typen</numerusform>
        </translation>
    </message>
    <message>
        <source>%L1 %2, filter</source>
        <translation>%L1 %2, Filter</translation>
    </message>
    <message>
        <source>drift %L1</source>
        <translation>Drift %L1</translation>
    </message>
    <message numerus="yes">
        <source>%n finding(s), %1, filter</source>
        <translation>
            <numerusform>%n Befund, %1, Filter</numerusform>
            <numerusform>%n Befunde, %1, Filter</numerusform>
        </translation>
    </message>
    <message>
        <source>Show only resources with these findings</source>
        <translation>Nur Ressourcen mit diesen Befunden zeigen</translation>
    </message>
    <message>
        <source>Reviewed changes</source>
        <translation>Gesichtete Änderungen</translation>
    </message>
    <message>
        <source>Reviewed %L1 / %L2</source>
        <translation>Gesichtet %L1 / %L2</translation>
    </message>
    <message numerus="yes">
        <source>%n check(s)</source>
        <translation>
            <numerusform>%n Prüfung</numerusform>
            <numerusform>%n Prüfungen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n check(s) failed</source>
        <translation>
            <numerusform>%n Prüfung fehlgeschlagen</numerusform>
            <numerusform>%n Prüfungen fehlgeschlagen</numerusform>
        </translation>
    </message>
    <message>
        <source>Conditions and check blocks of the whole plan</source>
        <translation>Bedingungen und check-Blöcke des ganzen Plans</translation>
    </message>
    <message numerus="yes">
        <source>%n check(s) passed</source>
        <translation>
            <numerusform>%n Prüfung bestanden</numerusform>
            <numerusform>%n Prüfungen bestanden</numerusform>
        </translation>
    </message>
    <message>
        <source>What changed since the last apply, in the whole plan</source>
        <translation>Was sich seit der letzten Anwendung geändert hat, im ganzen Plan</translation>
    </message>
</context>
<context>
    <name>planlens::widgets::WhatIf</name>
    <message>
        <source>Plan everything</source>
        <translation>Alles planen</translation>
    </message>
    <message>
        <source>Copy as tofu command</source>
        <translation>Als tofu-Befehl kopieren</translation>
    </message>
    <message>
        <source>Compare with…</source>
        <translation>Vergleichen mit…</translation>
    </message>
    <message>
        <source>There is only one plan. Change the options or plan again to see the difference here.</source>
        <translation>Es gibt nur einen Plan. Nach einer anderen Anforderung oder erneutem Planen steht hier der Unterschied.</translation>
    </message>
    <message>
        <source>the previous plan (%1)</source>
        <translation>dem vorigen Plan (%1)</translation>
    </message>
    <message>
        <source>the plan in %1</source>
        <translation>der Plan in %1</translation>
    </message>
    <message>
        <source>Compare with the plan in a file</source>
        <translation>Mit dem Plan in einer Datei vergleichen</translation>
    </message>
    <message>
        <source>The plan is incomplete and cannot be compared.</source>
        <translation>Der Plan ist unvollständig und kann nicht verglichen werden.</translation>
    </message>
    <message>
        <source>Targets or exclusions are active; they exclude no change.</source>
        <translation>Ziele oder Auslassungen gelten; sie lassen keine Änderung aus.</translation>
    </message>
    <message>
        <source>Targets or exclusions are active; they exclude nothing.</source>
        <translation>Ziele oder Auslassungen gelten; sie lassen nichts aus.</translation>
    </message>
    <message>
        <source>Undo: %1</source>
        <translation>Rückgängig: %1</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Redo: %1</source>
        <translation>Wiederherstellen: %1</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederherstellen</translation>
    </message>
    <message>
        <source>Previous plan</source>
        <translation>Der vorige Plan</translation>
    </message>
    <message>
        <source>the plan of %1</source>
        <translation>der Plan von %1</translation>
    </message>
    <message>
        <source>A plan file…</source>
        <translation>Eine Plandatei…</translation>
    </message>
    <message>
        <source>Copied: %1</source>
        <translation>Kopiert: %1</translation>
    </message>
    <message>
        <source>Copied without the sensitive values of %1. Set them as TF_VAR_… in the environment; variable files override them.</source>
        <translation>Ohne die vertraulichen Werte von %1 kopiert: In der Umgebung als TF_VAR_… setzen; Variablendateien haben davor Vorrang.</translation>
    </message>
    <message>
        <source>no changes</source>
        <translation>keine Änderungen</translation>
    </message>
    <message>
        <source>workspace %1</source>
        <translation>Workspace %1</translation>
    </message>
    <message>
        <source>Plans (*.json *.tfplan *.plan *.out);;All files (*)</source>
        <translation>Pläne (*.json *.tfplan *.plan *.out);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>This is the first plan since the folder was opened. Change the options, plan again, or select an earlier plan under “Compare with”.</source>
        <translation>Das ist der erste Plan, seit der Ordner geöffnet wurde. Etwas anderes verlangen, neu planen oder unter „Vergleichen mit“ einen früheren Plan wählen.</translation>
    </message>
    <message>
        <source>The changes of that plan are no longer stored. Select another one under “Compare with”.</source>
        <translation>Die Änderungen jenes Plans sind nicht mehr aufbewahrt. Unter „Vergleichen mit“ einen anderen wählen.</translation>
    </message>
    <message>
        <source>Only the %L1 most severe changes of a plan are stored and compared.</source>
        <translation>Gespeichert und verglichen werden nur die %L1 schwersten Änderungen eines Plans.</translation>
    </message>
    <message>
        <source>standard input</source>
        <translation>Standardeingabe</translation>
    </message>
    <message numerus="yes">
        <source>Partial plan: %1 of %n change(s) will be applied.</source>
        <translation>
            <numerusform>Teilplan: %1 von %n Änderung wird angewendet.</numerusform>
            <numerusform>Teilplan: %1 von %n Änderungen werden angewendet.</numerusform>
        </translation>
    </message>
    <message>
        <source>Not applied: %1.</source>
        <translation>Nicht angewendet: %1.</translation>
    </message>
    <message numerus="yes">
        <source>It also excludes %n resource(s), which may need changes.</source>
        <translation>
            <numerusform>Er schließt auch %n Ressource aus, die sich ändern kann.</numerusform>
            <numerusform>Er schließt auch %n Ressourcen aus, die sich ändern können.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>This plan is partial. It excludes %n resource(s), which may also need changes.</source>
        <translation>
            <numerusform>Dieser Plan ist unvollständig. Er schließt %n Ressource aus, die sich ebenfalls ändern kann.</numerusform>
            <numerusform>Dieser Plan ist unvollständig. Er schließt %n Ressourcen aus, die sich ebenfalls ändern können.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>planlens::widgets::WindowSet</name>
    <message>
        <source>Unexpected error</source>
        <translation>Unerwarteter Fehler</translation>
    </message>
    <message>
        <source>An unexpected error occurred: %1. This is a bug; please report it. Plan again before you rely on the window.</source>
        <translation>Ein Fehler ist aufgetreten, mit dem Planlens nicht rechnet: %1. Das ist ein Programmfehler; bitte melden. Neu planen, bevor auf das Angezeigte Verlass ist.</translation>
    </message>
</context>
</TS>
