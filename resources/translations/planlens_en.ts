<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_US" sourcelanguage="en_US">
<context>
    <name>AccessibleGraph</name>
    <message numerus="yes">
        <source>%n instances: %1</source>
        <translation>
            <numerusform>%n instance: %1</numerusform>
            <numerusform>%n instances: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n item(s). The arrow keys select neighbors, with Control along edges. Space folds and unfolds modules.</source>
        <translation>
            <numerusform>%n item. The arrow keys select neighbors, with Control along edges. Space folds and unfolds modules.</numerusform>
            <numerusform>%n items. The arrow keys select neighbors, with Control along edges. Space folds and unfolds modules.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n finding(s)</source>
        <translation>
            <numerusform>%n finding</numerusform>
            <numerusform>%n findings</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n deposed object(s)</source>
        <translation>
            <numerusform>%n deposed object</numerusform>
            <numerusform>%n deposed objects</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ActionStyle</name>
    <message numerus="yes">
        <source>%n will be destroyed</source>
        <translation>
            <numerusform>%n will be destroyed</numerusform>
            <numerusform>%n will be destroyed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n must be replaced</source>
        <translation>
            <numerusform>%n must be replaced</numerusform>
            <numerusform>%n must be replaced</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n will no longer be managed</source>
        <translation>
            <numerusform>%n will no longer be managed</numerusform>
            <numerusform>%n will no longer be managed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n will be updated in place</source>
        <translation>
            <numerusform>%n will be updated in place</numerusform>
            <numerusform>%n will be updated in place</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n will be created</source>
        <translation>
            <numerusform>%n will be created</numerusform>
            <numerusform>%n will be created</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n will be read during apply</source>
        <translation>
            <numerusform>%n will be read during apply</numerusform>
            <numerusform>%n will be read during apply</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n will be imported</source>
        <translation>
            <numerusform>%n will be imported</numerusform>
            <numerusform>%n will be imported</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n has moved</source>
        <translation>
            <numerusform>%n has moved</numerusform>
            <numerusform>%n have moved</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n is unchanged</source>
        <translation>
            <numerusform>%n is unchanged</numerusform>
            <numerusform>%n are unchanged</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EdgeReasons</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Findings</name>
    <message numerus="yes">
        <source>%n objects</source>
        <translation>
            <numerusform>%n object</numerusform>
            <numerusform>%n objects</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LogBuffer</name>
    <message numerus="yes">
        <source>… (%n characters)</source>
        <translation>
            <numerusform>… (%n character)</numerusform>
            <numerusform>… (%n characters)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>OverviewText</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n change(s).</source>
        <translation>
            <numerusform>%n change.</numerusform>
            <numerusform>%n changes.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) will be destroyed.</source>
        <translation>
            <numerusform>%n object will be destroyed.</numerusform>
            <numerusform>%n objects will be destroyed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) changed outside since the last apply.</source>
        <translation>
            <numerusform>%n object changed outside since the last apply.</numerusform>
            <numerusform>%n objects changed outside since the last apply.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The filter shows %L1 of %n change(s).</source>
        <translation>
            <numerusform>The filter shows %L1 of %n change.</numerusform>
            <numerusform>The filter shows %L1 of %n changes.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n output(s) change.</source>
        <translation>
            <numerusform>%n output changes.</numerusform>
            <numerusform>%n outputs change.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) in the state will be updated.</source>
        <translation>
            <numerusform>%n object in the state will be updated.</numerusform>
            <numerusform>%n objects in the state will be updated.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them will be created again.</source>
        <translation>
            <numerusform>%n of them will be created again.</numerusform>
            <numerusform>%n of them will be created again.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) deleted outside since the last apply.</source>
        <translation>
            <numerusform>%n object deleted outside since the last apply.</numerusform>
            <numerusform>%n objects deleted outside since the last apply.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) were deleted outside of %1 and will be created again.</source>
        <translation>
            <numerusform>%n object was deleted outside of %1 and will be created again.</numerusform>
            <numerusform>%n objects were deleted outside of %1 and will be created again.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) were deleted outside of %1.</source>
        <translation>
            <numerusform>%n object was deleted outside of %1.</numerusform>
            <numerusform>%n objects were deleted outside of %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n change(s) until the error.</source>
        <translation>
            <numerusform>%n change until the error.</numerusform>
            <numerusform>%n changes until the error.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) will no longer be managed.</source>
        <translation>
            <numerusform>%n object will no longer be managed.</numerusform>
            <numerusform>%n objects will no longer be managed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) will be removed from the state.</source>
        <translation>
            <numerusform>%n object will be removed from the state.</numerusform>
            <numerusform>%n objects will be removed from the state.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Pages</name>
    <message numerus="yes">
        <source>● %n calls running</source>
        <translation>
            <numerusform>● %n call running</numerusform>
            <numerusform>● %n calls running</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ProjectText</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Differs from %n other project(s): %1</source>
        <translation>
            <numerusform>Differs from %n other project: %1</numerusform>
            <numerusform>Differs from %n other projects: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Since %1, in %n result(s)</source>
        <translation>
            <numerusform>Since %1, in %n result</numerusform>
            <numerusform>Since %1, in %n results</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Since %1 or earlier, in all %n results</source>
        <translation>
            <numerusform>Since %1 or earlier, in %n result</numerusform>
            <numerusform>Since %1 or earlier, in all %n results</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>History (%n results)</source>
        <translation>
            <numerusform>History (%n result)</numerusform>
            <numerusform>History (%n results)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The plans of %n of these projects revert the drift.</source>
        <translation>
            <numerusform>The plan of %n of these projects reverts the drift.</numerusform>
            <numerusform>The plans of %n of these projects revert the drift.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n more</numerusform>
            <numerusform>%n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>QObject</name>
    <message numerus="yes">
        <source>%n found</source>
        <translation>
            <numerusform>%n found</numerusform>
            <numerusform>%n found</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RequestHistory</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 and %n more</numerusform>
            <numerusform>%1 and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SeveralText</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n change(s) selected</source>
        <translation>
            <numerusform>%n change selected</numerusform>
            <numerusform>%n changes selected</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TextLines</name>
    <message numerus="yes">
        <source>%n unchanged lines</source>
        <translation>
            <numerusform>%n unchanged line</numerusform>
            <numerusform>%n unchanged lines</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TextRows</name>
    <message numerus="yes">
        <source>%n more hidden</source>
        <translation>
            <numerusform>%n more hidden</numerusform>
            <numerusform>%n more hidden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n unchanged hidden</source>
        <translation>
            <numerusform>%n unchanged hidden</numerusform>
            <numerusform>%n unchanged hidden</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Time</name>
    <message numerus="yes">
        <source>%n s ago</source>
        <translation>
            <numerusform>%n s ago</numerusform>
            <numerusform>%n s ago</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n min ago</source>
        <translation>
            <numerusform>%n min ago</numerusform>
            <numerusform>%n min ago</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hour(s) ago</source>
        <translation>
            <numerusform>%n hour ago</numerusform>
            <numerusform>%n hours ago</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n day(s) ago</source>
        <translation>
            <numerusform>%n day ago</numerusform>
            <numerusform>%n days ago</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>WhyText</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Affects %n change(s)</source>
        <translation>
            <numerusform>Affects %n change</numerusform>
            <numerusform>Affects %n changes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>planlens::graph::GraphHeader</name>
    <message numerus="yes">
        <source>%n finding(s) about them</source>
        <translation>
            <numerusform>%n finding about them</numerusform>
            <numerusform>%n findings about them</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n step(s)</source>
        <translation>
            <numerusform>%n step</numerusform>
            <numerusform>%n steps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 upstream · %n downstream resource(s)</source>
        <translation>
            <numerusform>%1 upstream · %n downstream resource</numerusform>
            <numerusform>%1 upstream · %n downstream resources</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>planlens::graph::GraphView</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n deposed object(s) left over from a replacement</source>
        <translation>
            <numerusform>%n deposed object left over from a replacement</numerusform>
            <numerusform>%n deposed objects left over from a replacement</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more dependencies</source>
        <translation>
            <numerusform>and %n more dependency</numerusform>
            <numerusform>and %n more dependencies</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more dependencies. Press to show them.</source>
        <translation>
            <numerusform>%n more dependency. Press to show it.</numerusform>
            <numerusform>%n more dependencies. Press to show them.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more dependents. Press to show them.</source>
        <translation>
            <numerusform>%n more dependent. Press to show it.</numerusform>
            <numerusform>%n more dependents. Press to show them.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) changed since the last apply</source>
        <translation>
            <numerusform>%n object changed since the last apply</numerusform>
            <numerusform>%n objects changed since the last apply</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>planlens::models::ChangeTreeModel</name>
    <message numerus="yes">
        <source>%n computed attributes: %1</source>
        <translation>
            <numerusform>%n computed attribute: %1</numerusform>
            <numerusform>%n computed attributes: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n unchanged hidden</source>
        <translation>
            <numerusform>%n unchanged hidden</numerusform>
            <numerusform>%n unchanged hidden</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>in %n modules</source>
        <translation>
            <numerusform>in %n module</numerusform>
            <numerusform>in %n modules</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>from %1 and %n more</source>
        <translation>
            <numerusform>from %1 and %n more</numerusform>
            <numerusform>from %1 and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n finding(s)</source>
        <translation>
            <numerusform>%n finding</numerusform>
            <numerusform>%n findings</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n attributes without effective change: %1</source>
        <translation>
            <numerusform>%n attribute without effective change: %1</numerusform>
            <numerusform>%n attributes without effective change: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>(%n characters, see below)</source>
        <translation>
            <numerusform>(%n character, see below)</numerusform>
            <numerusform>(%n characters, see below)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n change(s)</source>
        <translation>
            <numerusform>%n change</numerusform>
            <numerusform>%n changes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>planlens::models::CostText</name>
    <message numerus="yes">
        <source>%n resource(s) have no price.</source>
        <translation>
            <numerusform>%n resource has no price.</numerusform>
            <numerusform>%n resources have no price.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n resource(s) of the estimate are not in this plan.</source>
        <translation>
            <numerusform>%n resource of the estimate is not in this plan.</numerusform>
            <numerusform>%n resources of the estimate are not in this plan.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>planlens::models::DifferenceModel</name>
    <message numerus="yes">
        <source>%n worse</source>
        <translation>
            <numerusform>%n worse</numerusform>
            <numerusform>%n worse</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n new</source>
        <translation>
            <numerusform>%n new</numerusform>
            <numerusform>%n new</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n different</source>
        <translation>
            <numerusform>%n different</numerusform>
            <numerusform>%n different</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n better</source>
        <translation>
            <numerusform>%n better</numerusform>
            <numerusform>%n better</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n removed</source>
        <translation>
            <numerusform>%n removed</numerusform>
            <numerusform>%n removed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n unchanged</source>
        <translation>
            <numerusform>%n unchanged</numerusform>
            <numerusform>%n unchanged</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n no longer applied</source>
        <translation>
            <numerusform>%n no longer applied</numerusform>
            <numerusform>%n no longer applied</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>planlens::models::DriftModel</name>
    <message numerus="yes">
        <source>%n change(s) of %1</source>
        <comment>of %n object(s)</comment>
        <translation>
            <numerusform>%n change of %1</numerusform>
            <numerusform>%n changes of %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n object(s)</source>
        <comment>as in: changes of 3 objects</comment>
        <translation>
            <numerusform>%n object</numerusform>
            <numerusform>%n objects</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Deleted since the last apply (%n object(s))</source>
        <translation>
            <numerusform>Deleted since the last apply (%n object)</numerusform>
            <numerusform>Deleted since the last apply (%n objects)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>planlens::models::StateTreeModel</name>
    <message numerus="yes">
        <source>%n object(s)</source>
        <translation>
            <numerusform>%n object</numerusform>
            <numerusform>%n objects</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>planlens::models::ValueTreeModel</name>
    <message numerus="yes">
        <source>%n attribute(s) not set</source>
        <translation>
            <numerusform>%n attribute not set</numerusform>
            <numerusform>%n attributes not set</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>planlens::widgets::ApplyHead</name>
    <message numerus="yes">
        <source>%n failed</source>
        <translation>
            <numerusform>%n failed</numerusform>
            <numerusform>%n failed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>planlens::widgets::ApplyWorkflow</name>
    <message numerus="yes">
        <source>The configuration changed since this plan: %1 and %n more. Plan again before approving.</source>
        <translation>
            <numerusform>The configuration changed since this plan: %1 and %n more. Plan again before approving.</numerusform>
            <numerusform>The configuration changed since this plan: %1 and %n more. Plan again before approving.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n failed</source>
        <translation>
            <numerusform>%n failed</numerusform>
            <numerusform>%n failed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n done</source>
        <translation>
            <numerusform>%n done</numerusform>
            <numerusform>%n done</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n not started</source>
        <translation>
            <numerusform>%n not started</numerusform>
            <numerusform>%n not started</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n imported</source>
        <translation>
            <numerusform>%n imported</numerusform>
            <numerusform>%n imported</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n added</source>
        <translation>
            <numerusform>%n added</numerusform>
            <numerusform>%n added</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n changed</source>
        <translation>
            <numerusform>%n changed</numerusform>
            <numerusform>%n changed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n destroyed</source>
        <translation>
            <numerusform>%n destroyed</numerusform>
            <numerusform>%n destroyed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n forgotten</source>
        <translation>
            <numerusform>%n forgotten</numerusform>
            <numerusform>%n forgotten</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>planlens::widgets::Approval</name>
    <message numerus="yes">
        <source>%1 and apply %n more</source>
        <translation>
            <numerusform>%1 and apply %n more</numerusform>
            <numerusform>%1 and apply %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>planlens::widgets::ChangeFinder</name>
    <message numerus="yes">
        <source>%n more not shown because they are unchanged or filtered out.</source>
        <translation>
            <numerusform>%n more not shown because it is unchanged or filtered out.</numerusform>
            <numerusform>%n more not shown because they are unchanged or filtered out.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>planlens::widgets::ChangesPane</name>
    <message numerus="yes">
        <source>No resource changes. %n output(s) change.</source>
        <translation>
            <numerusform>No resource changes. %n output changes.</numerusform>
            <numerusform>No resource changes. %n outputs change.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No resource changes. %n object(s) changed outside since the last apply: see “Drift” below.</source>
        <translation>
            <numerusform>No resource changes. %n object changed outside since the last apply: see “Drift” below.</numerusform>
            <numerusform>No resource changes. %n objects changed outside since the last apply: see “Drift” below.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>planlens::widgets::DriftPage</name>
    <message numerus="yes">
        <source>%n change(s) muted by rules of this folder (.planlens/drift-ignore)</source>
        <translation>
            <numerusform>%n change muted by rules of this folder (.planlens/drift-ignore)</numerusform>
            <numerusform>%n changes muted by rules of this folder (.planlens/drift-ignore)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>planlens::widgets::FilterChips</name>
    <message numerus="yes">
        <source>%n types</source>
        <translation>
            <numerusform>%n type</numerusform>
            <numerusform>%n types</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n modules</source>
        <translation>
            <numerusform>%n module</numerusform>
            <numerusform>%n modules</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n providers</source>
        <translation>
            <numerusform>%n provider</numerusform>
            <numerusform>%n providers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n finding(s) hidden</source>
        <translation>
            <numerusform>%n finding hidden</numerusform>
            <numerusform>%n findings hidden</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>planlens::widgets::FilterPopup</name>
    <message numerus="yes">
        <source>%1, %n change(s)</source>
        <translation>
            <numerusform>%1, %n change</numerusform>
            <numerusform>%1, %n changes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>planlens::widgets::GeneratedPage</name>
    <message numerus="yes">
        <source>For %n imported object(s). It is not in the configuration yet; save it there before you apply.</source>
        <translation>
            <numerusform>For %n imported object. It is not in the configuration yet; save it there before you apply.</numerusform>
            <numerusform>For %n imported objects. It is not in the configuration yet; save it there before you apply.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>planlens::widgets::GroupsTable</name>
    <message numerus="yes">
        <source> and %n more</source>
        <translation>
            <numerusform> and %n more</numerusform>
            <numerusform> and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>planlens::widgets::HistoryPage</name>
    <message numerus="yes">
        <source>%n more change(s) were not stored</source>
        <translation>
            <numerusform>%n more change was not stored</numerusform>
            <numerusform>%n more changes were not stored</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>planlens::widgets::LogPage</name>
    <message numerus="yes">
        <source>%1 lines</source>
        <translation>
            <numerusform>%1 line</numerusform>
            <numerusform>%1 lines</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>planlens::widgets::MainWindow</name>
    <message numerus="yes">
        <source>Reveal value for %n second(s)</source>
        <translation>
            <numerusform>Reveal value for %n second</numerusform>
            <numerusform>Reveal value for %n seconds</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of the changes destroy(s) something</source>
        <translation>
            <numerusform>%n of the changes destroys something</numerusform>
            <numerusform>%n of the changes destroy something</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n change(s)</source>
        <translation>
            <numerusform>%n change</numerusform>
            <numerusform>%n changes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n variable(s) need a value</source>
        <translation>
            <numerusform>%n variable needs a value</numerusform>
            <numerusform>%n variables need a value</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Provider %1 has not responded for %n second(s).</source>
        <translation>
            <numerusform>Provider %1 has not responded for %n second.</numerusform>
            <numerusform>Provider %1 has not responded for %n seconds.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>planlens::widgets::MoveHints</name>
    <message numerus="yes">
        <source>%n moved block(s) copied. Add to the root module and plan again.</source>
        <translation>
            <numerusform>%n moved block copied. Add it to the root module and plan again.</numerusform>
            <numerusform>%n moved blocks copied. Add them to the root module and plan again.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>planlens::widgets::PathDrop</name>
    <message numerus="yes">
        <source>Drop to open %1 and %n more</source>
        <translation>
            <numerusform>Drop to open %1 and %n more</numerusform>
            <numerusform>Drop to open %1 and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>planlens::widgets::PlanFileBanner</name>
    <message numerus="yes">
        <source>%n deferred change(s)</source>
        <translation>
            <numerusform>%n deferred change</numerusform>
            <numerusform>%n deferred changes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n action(s)</source>
        <translation>
            <numerusform>%n action</numerusform>
            <numerusform>%n actions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) found</source>
        <translation>
            <numerusform>%n object found</numerusform>
            <numerusform>%n objects found</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>planlens::widgets::PlanStatus</name>
    <message numerus="yes">
        <source>%n replacements requested</source>
        <translation>
            <numerusform>%n replacement requested</numerusform>
            <numerusform>%n replacements requested</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n excluded</source>
        <translation>
            <numerusform>%n excluded</numerusform>
            <numerusform>%n excluded</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n targeted</source>
        <translation>
            <numerusform>%n targeted</numerusform>
            <numerusform>%n targeted</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>estimated to affect %n (hatched)</source>
        <translation>
            <numerusform>estimated to affect %n (hatched)</numerusform>
            <numerusform>estimated to affect %n (hatched)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>planlens::widgets::ProjectsPage</name>
    <message numerus="yes">
        <source>Approve %n reviewed…</source>
        <translation>
            <numerusform>Approve %n reviewed…</numerusform>
            <numerusform>Approve %n reviewed…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Plan %n project(s)?</source>
        <translation>
            <numerusform>Plan %n project?</numerusform>
            <numerusform>Plan %n projects?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Apply %n plan(s) now?</source>
        <translation>
            <numerusform>Apply %n plan now?</numerusform>
            <numerusform>Apply %n plans now?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more project(s)</source>
        <translation>
            <numerusform>and %n more project</numerusform>
            <numerusform>and %n more projects</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n object(s) will be destroyed or replaced:</source>
        <translation>
            <numerusform>%n object will be destroyed or replaced:</numerusform>
            <numerusform>%n objects will be destroyed or replaced:</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Mark %n as not reviewed</source>
        <translation>
            <numerusform>Mark %n as not reviewed</numerusform>
            <numerusform>Mark %n as not reviewed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Mark %n as reviewed</source>
        <translation>
            <numerusform>Mark %n as reviewed</numerusform>
            <numerusform>Mark %n as reviewed</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>planlens::widgets::RevealPopup</name>
    <message numerus="yes">
        <source>Hidden again in %n second(s). Escape hides it now.</source>
        <translation>
            <numerusform>Hidden again in %n second. Escape hides it now.</numerusform>
            <numerusform>Hidden again in %n seconds. Escape hides it now.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>planlens::widgets::ReviewPage</name>
    <message numerus="yes">
        <source>This destroys %n objects. That cannot be undone.</source>
        <translation>
            <numerusform>This destroys %n object. That cannot be undone.</numerusform>
            <numerusform>This destroys %n objects. That cannot be undone.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n check(s) failed: %1</source>
        <translation>
            <numerusform>%n check failed: %1</numerusform>
            <numerusform>%n checks failed: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n finding(s):</source>
        <translation>
            <numerusform>%n finding:</numerusform>
            <numerusform>%n findings:</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>✗ %n failed</source>
        <translation>
            <numerusform>✗ %n failed</numerusform>
            <numerusform>✗ %n failed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>✗ %n not reviewed</source>
        <translation>
            <numerusform>✗ %n not reviewed</numerusform>
            <numerusform>✗ %n not reviewed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n planned change(s) will not be applied:</source>
        <translation>
            <numerusform>%n planned change will not be applied:</numerusform>
            <numerusform>%n planned changes will not be applied:</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>planlens::widgets::StatePage</name>
    <message numerus="yes">
        <source>%n in all</source>
        <translation>
            <numerusform>%n in all</numerusform>
            <numerusform>%n in all</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>planlens::widgets::VerdictBar</name>
    <message numerus="yes">
        <source>and %n more type(s)</source>
        <translation>
            <numerusform>and %n more type</numerusform>
            <numerusform>and %n more types</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n finding(s), %1, filter</source>
        <translation>
            <numerusform>%n finding, %1, filter</numerusform>
            <numerusform>%n findings, %1, filter</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n check(s)</source>
        <translation>
            <numerusform>%n check</numerusform>
            <numerusform>%n checks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n check(s) failed</source>
        <translation>
            <numerusform>%n check failed</numerusform>
            <numerusform>%n checks failed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n check(s) passed</source>
        <translation>
            <numerusform>%n check passed</numerusform>
            <numerusform>%n checks passed</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>planlens::widgets::WhatIf</name>
    <message numerus="yes">
        <source>Partial plan: %1 of %n change(s) will be applied.</source>
        <translation>
            <numerusform>Partial plan: %1 of %n change will be applied.</numerusform>
            <numerusform>Partial plan: %1 of %n changes will be applied.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>It also excludes %n resource(s), which may need changes.</source>
        <translation>
            <numerusform>It also excludes %n resource, which may need changes.</numerusform>
            <numerusform>It also excludes %n resources, which may need changes.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>This plan is partial. It excludes %n resource(s), which may also need changes.</source>
        <translation>
            <numerusform>This plan is partial. It excludes %n resource, which may also need changes.</numerusform>
            <numerusform>This plan is partial. It excludes %n resources, which may also need changes.</numerusform>
        </translation>
    </message>
</context>
</TS>
